"""What the word that a clause hangs on does to it: turns it round, leaves it open, qualifies it, gives it a speaker."""

from typing import Any, NamedTuple

from pipeline.readers.baseline import predicates as words
from pipeline.readers.baseline.attachment import content_noun, governor, introduced_by_that, that_of
from pipeline.readers.baseline.clauses import habitual, hedge, modality, negated
from pipeline.readers.baseline.conditions import hypothetical
from pipeline.readers.baseline.lexicon import HEDGING_VERBS, NEGATIVE_DETERMINERS
from pipeline.readers.baseline.speakers import Speakers, noted_by_the_author
from pipeline.readers.baseline.verbs import RAISING
from schemas.memory import AUTHOR, SOMEONE

COMPLEMENTS = frozenset({"ccomp", "xcomp", "csubj", "csubjpass"})
_PREDICATES = frozenset({"acomp", "attr", "oprd"})


class Embedding(NamedTuple):
    """`flips`: the clause is denied; `opens`: it is not put forward as a fact."""

    flips: bool = False
    opens: bool = False
    modality: str | None = None
    hedge: str | None = None
    speaker: str | None = None


def embedding(clause: Any, speakers: Speakers) -> Embedding | None:
    """Of a complement clause; None where it hangs on its head in another way."""
    noun = content_noun(clause)
    if noun is not None:
        return _of_noun(noun, speakers)
    if clause.dep_ == "pcomp":
        return _of_preposition(clause.head, clause)
    if habitual(clause) is not None or (clause.dep_ not in COMPLEMENTS and not introduced_by_that(clause)):
        return None
    head = clause.head
    if clause.dep_ == "ccomp" and clause.i < head.i and that_of(clause) is None and head.lemma_ not in words.SPEECH:
        return None  # two sentences that the parser made one
    if clause.dep_ not in COMPLEMENTS or head.pos_ == "PROPN":  # "it is held by some that …" is hung on "some"
        verb = governor(clause)
        return None if verb is None else _of_verb(verb, clause, speakers)
    if head.pos_ in {"ADJ", "NOUN"}:
        return _of_conviction(head, head.head, speakers) or _of_word(head, head.head, clause)
    predicate = next((c for c in head.children if c.dep_ in _PREDICATES and c.i != clause.i), None)
    convinced = _of_conviction(predicate if predicate is not None else head, head, speakers)
    if convinced is not None:
        return convinced
    found = None if predicate is None else _of_word(predicate, head, clause)
    if found is not None:
        return found
    if head.lemma_ == "be":
        subject = next((c for c in head.children if c.dep_ == "nsubj"), None)
        if subject is not None and subject.lower_ == "it" and _be_that(head, clause):
            return _possibly(head)
        return None if subject is None else _of_premise(subject, speakers)
    return _of_verb(head, clause, speakers)


def is_impersonal(clause: Any) -> bool:
    """Whether it hangs on words that only say how true it is, or that the author says it."""
    verb = clause.head
    subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is not None and subject.lower_ not in {"it", "i", "we"}:
        return False
    predicate = next((c for c in verb.children if c.dep_ in _PREDICATES and c.i != clause.i), None)
    if verb.lemma_ == "be" and predicate is not None:
        return _of_word(predicate, verb) is not None
    if clause.i > verb.i and not negated(verb) and (_says_himself(verb, subject) or noted_by_the_author(verb)):
        return True
    return verb.lemma_ in HEDGING_VERBS | words.DENYING or (verb.lemma_ in words.NEG_RAISING and negated(verb))


def _says_himself(verb: Any, subject: Any) -> bool:
    return verb.lemma_ in words.FRAMING and subject is not None and subject.lower_ in {"i", "we"}


def _be_that(verb: Any, clause: Any) -> bool:
    """ "It may be that": nothing between the verb and its clause."""
    that = that_of(clause)
    return that is not None and all(token.text == "," for token in verb.doc[verb.i + 1 : that.i]) and that.i > verb.i


def _possibly(verb: Any) -> Embedding | None:
    """What "it may be that", "it may be true that" makes of its clause."""
    kind = modality(verb)
    if kind == "possible":
        return Embedding(opens=True, modality=None if negated(verb) else kind)
    return None if kind is None else Embedding(modality=kind)


def _of_word(word: Any, verb: Any, clause: Any = None) -> Embedding | None:
    """ "It is false that", "an error to think that", "renders it impossible that"."""
    lemma = word.lemma_.lower()
    no = negated(verb) or any(child.lower_ in NEGATIVE_DETERMINERS or child.dep_ == "neg" for child in word.children)
    if lemma in words.TRUE_WORDS | words.FALSE_WORDS and modality(verb) == "possible":
        return _possibly(verb)
    if lemma in words.TRUE_WORDS:
        return Embedding(flips=no)
    if lemma in words.FALSE_WORDS:
        return Embedding(flips=not no)
    if lemma in words.OPEN_WORDS or (
        lemma in {"hard", "difficult"} and clause is not None and clause.lemma_ in words.SPEECH
    ):
        return Embedding(opens=True)
    if lemma in words.HEDGING_WORDS:
        return Embedding(opens=True) if no else Embedding(hedge=words.HEDGING_WORDS[lemma])
    if lemma in words.MODAL_WORDS:
        kind = words.MODAL_WORDS[lemma]
        if (
            clause is not None
            and clause.dep_ == "xcomp"
            and any(child.dep_ in COMPLEMENTS for child in clause.children)
        ):
            return Embedding(opens=True) if no or kind == "impossible" else None  # "possible to explain how"
        if no:
            return {"possible": Embedding(modality="impossible"), "impossible": Embedding(modality="possible")}.get(
                kind, Embedding(opens=True)
            )
        return Embedding(modality=kind)
    return None


def _of_conviction(word: Any, verb: Any, speakers: Speakers) -> Embedding | None:
    """ "Hume is certain that": he holds it, if he is."""
    subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if word.lemma_.lower() not in words.CONVINCED or subject is None or subject.lower_ in {"it", "this", "that"}:
        return None
    return Embedding(opens=True) if negated(verb) else Embedding(speaker=speakers.named(subject))


def _of_noun(noun: Any, speakers: Speakers) -> Embedding:
    lemma, owner = noun.lemma_.lower(), speakers.owner(noun)
    verb = noun.head
    judged = _of_word(noun, verb) if noun.dep_ == "attr" and owner is None else None
    if judged is not None:
        return judged
    no = any(child.lower_ in NEGATIVE_DETERMINERS for child in noun.children)
    no = no or (noun.dep_ in {"dobj", "attr"} and verb.pos_ in {"VERB", "AUX"} and negated(verb))
    if lemma in words.MODAL_WORDS:
        return Embedding(modality="impossible" if no else words.MODAL_WORDS[lemma])
    if noun.dep_ == "dobj" and verb.lemma_ in words.SPEECH:  # "rejects the view that", "maintains the view that"
        holder = speakers.of(verb)
        if verb.lemma_ in words.DENYING:
            return Embedding(flips=not negated(verb), opens=hypothetical(verb), speaker=holder)
        owner = owner or holder
    if owner is not None and owner != AUTHOR:
        return Embedding(opens=no or lemma in words.SUPPOSED_NOUNS, speaker=owner)
    if lemma == "denial" or lemma in words.FALSE_WORDS:
        return Embedding(flips=not no)
    predicates = [child for child in verb.children if child.dep_ in _PREDICATES] if noun.dep_ == "nsubj" else []
    judged = next((found for word in predicates if (found := _of_word(word, verb)) is not None), None)
    if judged is not None:
        return judged
    return Embedding(opens=no or lemma not in words.FACT_NOUNS)


def _of_premise(noun: Any, speakers: Speakers) -> Embedding | None:
    """ "Hume's view is that …"; "the second premise is that …" is the author's own."""
    lemma, owner = noun.lemma_.lower(), speakers.owner(noun)
    if lemma not in words.CONTENT_NOUNS:
        return None
    return Embedding(
        opens=lemma in words.SUPPOSED_NOUNS or lemma in {"question", "doubt"} or negated(noun.head), speaker=owner
    )


def _of_preposition(preposition: Any, clause: Any) -> Embedding | None:
    lemma, head = preposition.lower_, preposition.head
    if lemma in {"provided", "providing", "supposing"}:
        return Embedding(opens=True)
    if lemma in words.PRIVATIVE or (lemma == "from" and head.lemma_.lower() in words.KEEPING_FROM):
        return _undone(clause, True)
    return Embedding(opens=True) if head.pos_ in {"VERB", "AUX"} and (negated(head) or hypothetical(head)) else None


def _of_verb(verb: Any, clause: Any, speakers: Speakers) -> Embedding | None:
    lemma, no = verb.lemma_.lower(), negated(verb)
    if clause.dep_ == "xcomp" and lemma in RAISING:
        return Embedding(hedge="doubtful") if lemma in HEDGING_VERBS else None  # its negation is the clause's own
    speaker = speakers.of(verb)
    reported = speaker not in {None, AUTHOR}
    led = verb.dep_ in COMPLEMENTS and verb.head.lemma_ in words.LEADING and lemma in words.SPEECH
    led = led and verb.head.i != clause.i  # the parser may hang it on its own clause
    would = hypothetical(verb) and not (speaker == AUTHOR and lemma in words.NOTICING)  # "I would add that"
    unsure = led or would or hedge(verb.children) == "doubtful"
    unsure = unsure or (reported and speaker != SOMEONE and modality(verb) is not None)
    if clause.dep_ == "xcomp" or any(child.lower_ == "to" and child.dep_ == "aux" for child in clause.children):
        if lemma in words.FAILING:
            return _undone(clause, not no)
        if lemma in words.PERMITTING and clause.dep_ == "xcomp":
            return Embedding(modality="impossible" if no else "possible")
        passive = any(child.dep_ in {"auxpass", "nsubjpass"} for child in verb.children)
        if lemma in words.INCLINING and clause.lemma_ in words.SPEECH:
            return Embedding(opens=True)
        if lemma in words.WANTING and not passive:
            return Embedding(opens=True)
        if lemma not in words.REPORTED_AS_INFINITIVE:
            return Embedding(opens=True) if no or unsure else None
    if lemma == "let":
        return (
            None
            if speaker == AUTHOR or clause.lemma_ in words.NOTICING or _hortative(clause)
            else Embedding(opens=True)
        )
    if lemma in HEDGING_VERBS:  # "it seems to Hume that" is what he holds
        to = next((end for child in verb.children if child.lower_ == "to" for end in child.children), None)
        holder = None if to is None else speakers.named(to)
        return Embedding(flips=no, speaker=holder) if holder else Embedding(flips=no, hedge="doubtful")
    if lemma in words.DENYING:
        return Embedding(flips=not no, opens=unsure, speaker=speaker)
    if lemma in words.DOUBTING:
        return Embedding(hedge="certain") if no else Embedding(opens=True, speaker=speaker)
    if speaker == SOMEONE and lemma in words.SUPPOSING and _invites(verb):
        speaker = None  # "let it be supposed that"
    if lemma in words.GRANTING and verb.head.lemma_ == "let":
        return Embedding(opens=True)
    judged = embedding(verb, speakers) if lemma in words.SUPPOSING and not reported else None
    if judged is not None and judged.flips:
        return None  # "a mistake to suppose that"
    if lemma in words.NEG_RAISING and no and _plain_not(verb):
        return Embedding(flips=True, opens=unsure, speaker=speaker)
    if no:
        return Embedding(opens=True)
    if lemma in words.GRANTING and (verb.dep_ == "advcl" or speaker is None):
        return Embedding(opens=True)
    if lemma in words.GRANTING and speaker == SOMEONE and modality(verb) is not None:
        return None  # "it must be admitted that": the author admits it
    if lemma in words.SUPPOSING:
        return Embedding(opens=unsure or not (reported and lemma in words.BELIEVING), speaker=speaker)
    if lemma in words.FACTIVE - words.REPORTING or not reported:
        return Embedding(opens=True) if unsure else None
    wrongly = any(child.lower_ in words.WRONGLY for child in verb.children)
    return Embedding(opens=unsure or wrongly, speaker=speaker)


def _undone(clause: Any, undone: bool) -> Embedding:
    """ "Fails to cause" denies the causing; "refuses to say that …" says nothing of what would be said."""
    says = any(child.dep_ == "ccomp" for child in clause.children)
    return Embedding(opens=undone) if says else Embedding(flips=undone)


def _invites(verb: Any) -> bool:
    return verb.head.lemma_ in {"let", "be"} or modality(verb) is not None


def _hortative(clause: Any) -> bool:
    return any(child.dep_ == "nsubj" and child.lower_ in {"us", "me"} for child in clause.children)


def _plain_not(verb: Any) -> bool:
    return any(child.dep_ == "neg" and child.lower_ != "never" for child in verb.children)
