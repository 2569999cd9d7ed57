"""Whether a clause states a condition, or what would be under one."""

from typing import Any

from pipeline.readers.baseline.clauses import finite_chain
from pipeline.readers.baseline.lexicon import MODALS
from pipeline.readers.baseline.predicates import HEARSAY_ADVERBS, REPORTING, SUPPOSED_NOUNS, VIEW_NOUNS

_MARKS = frozenset("if unless whether lest provided".split())
_INVERTED = frozenset("were had should did could".split())
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "acomp"})  # the parser takes some for an adjective
_READERS = frozenset("i we you one".split())
_LOOKING = frozenset(  # "if we consider it" tells the reader where to look and leaves the main clause as it is
    "consider look examine reflect ask inquire enquire compare observe remember think turn take attend say speak wish "
    "want analyse analyze trace recollect return go see".split()
)


def is_condition(clause: Any) -> bool:
    """ "If …", "unless …", "as though …", "were this …", "in case …"; an indirect "whether" too."""
    marks = {child.lower_ for child in clause.children if child.dep_ == "mark" and not _elliptical(child)}
    if "because" in marks and clause.left_edge.i > 0 and clause.left_edge.nbor(-1).lower_ == "not":
        return True  # "not because …": the reason is not put forward
    if marks & _MARKS or {"as", "though"} <= marks:
        return True
    if any(
        child.lower_ == "in" and [noun.text for noun in child.subtree] == [child.text, "case"]
        for child in clause.children
    ):
        return True
    return marks <= {"that"} and _inverted(clause)


def _elliptical(mark: Any) -> bool:
    """ "If not to instruct us, at least to …", "if ever": a figure of speech."""
    return mark.lower_ == "if" and mark.i + 1 < len(mark.doc) and mark.nbor().lower_ in {"not", "any", "ever", "at"}


def hypothetical(verb: Any) -> bool:
    """Said of what would be so under a condition that is stated or understood."""
    for token in finite_chain(verb):
        auxiliaries = {child.lower_ for child in token.children if child.dep_ == "aux"}
        if auxiliaries & {"would", "'d", "’d"} and not _told_in_the_past(token):
            return True
        if auxiliaries & {"could", "should"} and "have" in auxiliaries:
            return True
        if any(_sets_condition(child) or child.lower_ in HEARSAY_ADVERBS for child in token.children):
            return True
        if auxiliaries and any(child.lower_ == "otherwise" for child in token.children):
            return True
    return False


def breaks_in(verb: Any) -> bool:
    """ "… would, were he known, be …": between a modal and its verb, though the parser takes it for the verb itself."""
    if verb.i < 2 or not verb.nbor(-1).is_punct:
        return False
    return verb.nbor(-2).lower_ in MODALS.keys() | {"would", "will", "shall"}


def _sets_condition(child: Any) -> bool:
    if child.dep_ == "advcl" and is_condition(child):
        marks = {mark.lower_ for mark in child.children if mark.dep_ in {"mark", "advmod"}}
        return not marks & {"as", "even", "whether"} and not _addresses_the_reader(child)
    if child.dep_ != "prep":
        return False
    if child.lower_ in {"provided", "providing", "supposing"}:
        return True
    if child.lower_ == "according":
        return any(_is_some_view(noun) for to in child.children for noun in to.children)
    nouns = [noun for noun in child.children if noun.dep_ == "pobj"]
    return child.lower_ in {"on", "upon", "under", "in"} and any(
        noun.lemma_ in SUPPOSED_NOUNS or _is_some_view(noun) for noun in nouns
    )


def _is_some_view(noun: Any) -> bool:
    """ "On this view, …" """
    return noun.lemma_ in VIEW_NOUNS and any(
        child.lower_ in {"this", "that", "such", "either"} for child in noun.children
    )


def _addresses_the_reader(clause: Any) -> bool:
    subject = next((child for child in clause.children if child.dep_ == "nsubj"), None)
    return subject is not None and subject.lower_ in _READERS and clause.lemma_ in _LOOKING


def _inverted(clause: Any) -> bool:
    """ "Had he known", "were the data alone employed": the auxiliary opens the clause, before the subject. A clause that
    the parser knows as a side clause need not be opened by it."""
    verbs = [clause, *(child for child in clause.children if child.dep_ in {"aux", "auxpass"})]
    first = next((verb for verb in verbs if verb.lower_ in _INVERTED), None)
    if first is None:
        return False
    subject = next((child for child in clause.children if child.dep_ in _SUBJECTS), None)
    after = subject is not None and first.i < subject.i
    first_word = first.is_sent_start or clause.dep_ != "ROOT"
    side = clause.dep_ in {"advcl", "ccomp"} or (_opens(first) and (first_word or apodosis(clause) is not None))
    return (after and side) or breaks_in(first)


def apodosis(root: Any) -> Any:
    """Of an inverted condition that the parser made the root: the clause that would be so."""
    own = {"nsubj", "nsubjpass", "expl"}
    clauses = (child for child in root.children if child.dep_ in {"ccomp", "conj", "advcl", "parataxis"})
    return next((clause for clause in clauses if any(child.dep_ in own for child in clause.children)), None)


def _opens(verb: Any) -> bool:
    """Whether a clause begins with it; "nor had he" and "so were they" are no conditions."""
    if verb.is_sent_start:
        return True
    before = verb.nbor(-1)
    return before.is_punct or before.lower_ in {"and", "but", "or", "for"}


def _told_in_the_past(verb: Any) -> bool:
    """ "He said that it would …" is "will" told in the past."""
    return verb.dep_ == "ccomp" and verb.head.lemma_ in REPORTING and verb.head.tag_ in {"VBD", "VBN"}
