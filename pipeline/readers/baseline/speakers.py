"""Who speaks: the subject or agent of a verb of saying, the owner of a view; pronouns by the persons just spoken of."""

from typing import Any

from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.lexicon import OTHERS_WHO_SPEAK
from pipeline.readers.baseline.parsing import Parse
from pipeline.readers.baseline.predicates import NOTICING, OF_PERSONS, REPORTING, SPEECH, VIEW_NOUNS
from schemas.memory import AUTHOR, SOMEONE, MemoryState

REACH = 2  # sentences back in which the person that a pronoun means is looked for
_FIRST = frozenset("i we us me my our".split())
_SINGULAR, _PLURAL = frozenset("he she him her his".split()), frozenset("they them their one".split())
_ABSTRACT = ("tion", "ment", "ness", "ity", "ism", "ence", "ance", "theory", "doctrine", "view", "chapter", "book")
_TOLD = (["we", "are", "told"], ["it", "is", "said"], ["as", "is", "said"], ["i", "am", "told"])
_OPENING, _CLOSING = frozenset({",", "—", "("}), frozenset({",", "—", ")", ";", ":", "."})
_INVITING = frozenset("may might must can should will shall to".split())
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


class Speakers:
    """Speakers of one chunk. A handle, AUTHOR for "I" and "we", SOMEONE where it stays open who; None: no speaker."""

    def __init__(self, parse: Parse, concepts: Concepts, memory: MemoryState) -> None:
        self._parse, self._concepts = parse, concepts
        self._spoken_of: list[tuple[int, str, bool]] = []  # token, handle, whether it is a subject
        self._remembered = _last_person(memory)
        self._pronouns: dict[int, str] = {}
        for token in parse.doc:
            handle = concepts.handle_of(token)
            if handle is not None and concepts.is_speaker(handle):
                self._spoken_of.append((token.i, handle, token.dep_ in _SUBJECTS))
            elif token.lower_ in _SINGULAR and token.pos_ in {"PRON", "DET"}:
                self._pronouns[token.i] = self._antecedent(token)

    def of(self, verb: Any) -> str | None:
        """Of a verb of saying, by its subject, its agent, or the subject of the verb it is an infinitive of."""
        agent = next((end for by in verb.children if by.dep_ == "agent" for end in by.children), None)
        if agent is not None:
            return self.named(agent) or (SOMEONE if verb.lemma_ in SPEECH else None)
        subject = self._subject(verb)
        passive = any(child.dep_ == "auxpass" for child in verb.children)
        if passive and verb.lemma_ in SPEECH and (subject is None or subject.lower_ == "it"):
            return AUTHOR if noted_by_the_author(verb) else SOMEONE
        if subject is None:
            return None
        if subject.dep_ == "nsubjpass" and subject.head.i == verb.i:
            return SOMEONE if verb.lemma_ in SPEECH else None
        noun = subject.pos_ in {"NOUN", "PROPN"} and not subject.lemma_.lower().endswith(_ABSTRACT)
        return self.named(subject) or (SOMEONE if noun and verb.lemma_ in OF_PERSONS else None)

    def named(self, token: Any) -> str | None:
        if token.lower_ in _FIRST:
            return AUTHOR
        handle = self._concepts.handle_of(token)
        if handle is not None and self._concepts.is_speaker(handle):
            return handle
        if token.i in self._pronouns:
            return self._pronouns[token.i]
        if token.lower_ in {"who", "that"} and token.head.dep_ == "relcl":
            return self.named(token.head.head)
        return SOMEONE if token.lower_ in _PLURAL or token.lemma_.lower() in OTHERS_WHO_SPEAK else None

    def owner(self, noun: Any) -> str | None:
        """Whose view it is: "Hume's claim", "his claim", "the claim of Hume"."""
        for child in noun.children:
            if child.dep_ == "poss":
                return self.named(child)
            if child.dep_ == "prep" and child.lower_ in {"of", "by"}:
                owners = [self.named(end) for end in child.children if end.dep_ == "pobj"]
                if owners and owners[0] is not None:
                    return owners[0]
        return None

    def beside(self, verb: Any) -> str | None:
        """Named in the clause itself: "according to Hume", "in Hume's view", "as Hume says", "…, he says, …"."""
        for child in verb.children:
            for found in self._adjunct(child):
                if found is not None and found != AUTHOR:
                    return found
        inside = range(verb.left_edge.i + 1, verb.right_edge.i)
        return next((found for at in inside if (found := self._parenthesis(at)) is not None), None)

    def _adjunct(self, child: Any) -> list[str | None]:
        if child.lower_ == "according":
            return [self._viewer(end) for to in child.children for end in to.children]
        if child.dep_ == "prep" and child.lower_ in {"in", "on", "for", "to", "by", "with"}:
            nouns = [end for end in child.children if end.dep_ == "pobj"]
            named = child.lower_ == "for" and child.i < child.head.i  # "For Kant, …"
            return [self.named(n) if named else self._view(n) for n in nouns]
        if child.dep_ == "advcl" and child.lemma_ in REPORTING and child.left_edge.lower_ == "as":
            return [self.of(child)]
        return []

    def _viewer(self, noun: Any) -> str | None:
        return self.named(noun) or self._view(noun)

    def _view(self, noun: Any) -> str | None:
        return self.owner(noun) if noun.lemma_.lower() in VIEW_NOUNS else None

    def _parenthesis(self, at: int) -> str | None:
        """ ", he says," and ", says he," by their words: the parser hangs them anywhere."""
        doc = self._parse.doc
        rest = [token for token in doc[at + 1 : at + 6] if token.lower_ not in {"so", "as", "us", "me"}][:3]
        if doc[at].text not in _OPENING:
            return None
        if [token.lower_ for token in doc[at + 1 : at + 4]] in _TOLD and doc[
            min(at + 4, len(doc) - 1)
        ].text in _CLOSING:
            return SOMEONE
        if len(rest) < 3 or rest[2].text not in _CLOSING:
            return None
        for subject, verb in (rest[:2], reversed(rest[:2])):
            if verb.lemma_.lower() in REPORTING:
                found = self.named(subject)
                return None if found == AUTHOR else found
        return None

    def _subject(self, verb: Any) -> Any:
        for token in (verb, *verb.ancestors):
            own = next((child for child in token.children if child.dep_ in _SUBJECTS), None)
            if own is not None:
                return None if own.lower_ in {"it", "there"} and token.i != verb.i else own
            if token.dep_ not in {"xcomp", "conj", "pcomp", "prep", "acomp"}:
                return None
        return None

    def _antecedent(self, pronoun: Any) -> str:
        """The one person who was the last subject, or the only one near; else it stays open."""
        number = self._parse.number[pronoun.i]
        near = [row for row in self._spoken_of if number - self._parse.number[row[0]] <= REACH]
        acting = [row for row in near if row[2]]
        last = self._parse.number[acting[-1][0]] if acting else 0
        subjects = {handle for at, handle, _ in acting if self._parse.number[at] == last}
        found = subjects or {handle for _, handle, _ in near}
        if not found and number <= REACH and self._remembered is not None:
            found = {self._remembered}
        if len(found) != 1:
            return SOMEONE
        (handle,) = found
        self._spoken_of.append((pronoun.i, handle, pronoun.dep_ in _SUBJECTS))
        return handle


def noted_by_the_author(verb: Any) -> bool:
    """ "It may be remarked", "it is to be observed", "let it be added", "it must be said"; what "has been remarked" is
    somebody's."""
    auxiliaries = {child.lower_ for child in verb.children if child.dep_ == "aux"}
    if verb.lemma_ == "say":
        return bool(auxiliaries & {"must", "should"})
    return verb.lemma_ in NOTICING and (bool(auxiliaries & _INVITING) or verb.head.lemma_ == "let")


def _last_person(memory: MemoryState) -> str | None:
    """The person whom the chapter spoke of last, if it was one alone."""
    persons = {handle: entity.last for handle, entity in memory.active_entities.items() if entity.type == "Person"}
    latest = max((entity.last for entity in memory.active_entities.values()), default=0)
    found = [handle for handle, last in persons.items() if last == max(persons.values()) and latest - last <= REACH]
    return found[0] if len(found) == 1 else None
