"""Sentences of a paragraph: nupunkt's spans, mended by rules where it parts what belongs together."""

import re
from collections.abc import Iterable, Iterator

from pipeline.phases.phase1_structure.brackets import holds_together, pairs_in

_ENUMERATOR = re.compile(
    r"[\[(]?(?:\d{1,4}|[ivxlcdm]{1,7}|[IVXLCDM]{1,7}|[A-Za-zα-ωΑ-Ω]|\d+(?:\.\d+)+)[.)\]:]+$"
    r"|§+\s*\d+[a-z]?\.?$|\([\w.]{1,5}\)$|(?:Nr|No|Art|Ch|Chap|Prop|Props|Def|Deff|Ax|Post|Lemma|Coroll?|Cor)\.?\s+[\w]{1,6}\.$"
)
_BEGINS = r"(?:^|[\s(\[„“\"'—–/])"
_ALWAYS_GO_ON = re.compile(
    rf"{_BEGINS}(?:[Cc]f|[Vv]gl|viz|i\. ?e|e\. ?g|et al|op|loc|Mr|Mrs|Ms|Dr|Prof|Hr|Hrn|Hrrn|Fr|Frl|Frhr|St|M|MM|Mme|Mlle|Messrs|Rev|"
    r"[Ss]og|bzw|[Zz]\. ?B|[Dd]\. ?h|[Dd]\. ?i|[Ss]\. ?o|[Vv]\. ?a|[Hh]rsg|[Ee]bd)\.$"
)
# Some of these are words too ("He said no."): they go on only before a number.
_BEFORE_A_NUMBER = re.compile(
    rf"{_BEGINS}(?:[Vv]ols?|[Pp]p?|[Cc]haps?|[Cc]h|[Ss]ect|[Ss]ec|[Pp]rops?|[Pp]ropp|[Dd]eff?|[Aa]x|[Pp]ost|[Cc]oroll?|"
    r"[Cc]or|[Ss]chol|[Ll]em|[Ee]d|[Bb]ks?|[Ff]ig|[Nn]os?|[Aa]rt|[Ll]ib|[Cc]ap|[Pp]t|ca|n|ff?|"
    r"Bde?|[Nn]r|[Aa]bs|[Aa]bschn|[Aa]nm|[Kk]ap|[Ss]|[Vv]|[ivxlc]+)\.$"
)
_NUMBER = re.compile(r"[\[(]?(?:\d|[ivxlcdm]+\b|(?:[VXLCDM][IVXLCDM]*|I[IVXLCDM]+)\b|I[.,;:)])")
_INITIAL = re.compile(r"(?:^|(?<=[\s.(\[]))(?:[A-ZÄÖÜ]\.[ ]?)+$")
_NAME_BEFORE_INITIAL = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lord|St|M)\.?|\b[Bb]y|\b[Vv]on|\b[Oo]f|\band|\b[Ss]ee|\b[Cc]f\.|[,;(])\s*$"
)
_GERMAN_ORDINAL = re.compile(
    r"\b(?:[Ii]m|[Aa]m|[Dd]er|[Dd]es|[Dd]em|[Dd]en|[Dd]as|[Dd]ie|[Vv]om|[Zz]um|[Zz]ur|[Bb]is|[Ss]eit|[Ii]ns|[Uu]nd|[Aa]b|[Vv]on)\s+\d{1,3}\.$"
)
_GERMAN_GO_ON = re.compile(r"\b(?:Jh|Jhdt|Kap|Kapitel|Tl|Th|Aufl|Ausg|geb|gest|sc|resp)\.$")
_SHORT_WORDS = "so|da|zu|an|es|er|du|wo|ja|um|ab|it|is|do|go|me|he|we|us|up|on|in|of|to|be|by|as|at"
_NEXT_SENTENCE = r"\.(?=\s+[“„\"'‘(]?(?:[A-ZÄÖÜ][a-zäöüß’']+|[AI])\s)"
_WHOLE_WORD = re.compile(rf"(?<![\w.])([a-zäöüß]{{3,}}|{_SHORT_WORDS}){_NEXT_SENTENCE}")
_WHOLE_WORD_DE = re.compile(
    rf"(?<![\w.])([A-ZÄÖÜ]?[a-zäöüß]{{3,}}|{_SHORT_WORDS}){_NEXT_SENTENCE}|(?<=[.!?])“(?=\s+[A-ZÄÖÜ§„])"
)
# A letter that is a symbol ends a sentence: "of the class y. Hence …". An abbreviation ("Roe v. Wade") or a numeral may be
# meant by some letters, an initial by capitals: behind those only a word that begins sentences tells.
_OPENER = (
    "(?:The|This|That|These|Those|There|Then|Thus|Therefore|They|To|It|Its|If|In|Is|Hence|Here|Having|He|His|However|How|And|"
    "Again|All|Also|Although|Any|As|At|An|After|Accordingly|Are|Assume|But|Both|By|Before|Because|Can|Consequently|Consider|"
    "Conversely|Does|Each|Either|Every|Evidently|First|For|From|Finally|Further|Furthermore|Given|Let|Likewise|Moreover|Neither|"
    "Next|No|Nor|Not|Nothing|Nevertheless|Now|Of|On|One|Only|Or|Our|Otherwise|She|Since|Similarly|So|Some|Such|Suppose|Though|"
    "Under|Unless|Until|We|What|When|Whence|Where|Whereas|Wherefore|Whether|Which|While|Who|Why|With|Without|Yet|You|Your)"
)
_LETTER = re.compile(r"[\s=+−×·<>≤≥]([a-zA-HJ-UWYZα-ω])\.(?=\s+[“„\"'‘(\[]?(?:[A-ZÄÖÜ][a-zäöüß]+|[AI])\b)")
_BEFORE_SYMBOL = re.compile(r"(?:(?:^|[^\w.-])[a-zäöüß][a-zäöüß'’]*,?|[=+−×·<>≤≥])$")
_BEFORE_SYMBOL_DE = re.compile(r"(?:(?:^|[^\w.-])[A-ZÄÖÜa-zäöüß][a-zäöüß]*,?|[=+−×·<>≤≥])$")
_SURE_SYMBOLS = frozenset("aeghjkouwxyzαβγδεζηθικλμνξοπρστυφχψω")
_OPENS = re.compile(rf"[“\"'‘(\[]?{_OPENER}\b")
_ABBREVIATIONS = frozenset(
    "abs abschn abt abth allg anm apr art arts aufl aug ausg bde bks bzw ca cap capp cf chap chaps cit col coll comp cor "
    "coroll dec def deff dept dergl dez dgl diss ebd ebda etc evtl feb ff fig figg figs gen geb gest ggf hauptst hrsg ibid "
    "incl inst jan jhdt jul jun kap lect lem lib loc mar med mus nat nos nov oct okt obs opp orig par phil phys post pref "
    "princ prof prop propp props prov pts qual quaest ques rem resp rev schol scil sec sect sects sen sep sept ser seq "
    "seqq sog sqq str suppl tab theol theor thes tit tom trans transl usf usw verf vgl verb viz vol vols vorr zit".split()
)
_INITIAL_LETTERS = re.compile(r"[a-zäöü]\. ")
_SHORT_TITLE = re.compile(r"\b[A-ZÄÖÜ][a-zäöü]{0,3}\.$")
_CUT_TITLE = re.compile(r"\b[A-ZÄÖÜ][a-zäöü]{1,6}\.$")
_OF_THE = re.compile(rf"d\.\s+(?!{_OPENER}\b)[A-ZÄÖÜ]\w")  # "Phenom. d. Geistes"
LONGEST_BEFORE = 30  # code points of a word beside a symbol, of an abbreviation with what stands before it
LOOK_BACK = 200  # code points before a stop that tell whether it ends a sentence; a passage without end may be long


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """Spans of the sentences of one paragraph, white space at the ends left out; together they hold all its words."""
    import nupunkt

    pairs = pairs_in(text)
    spans: list[tuple[int, int]] = []
    for begin, stop in _parted(text, nupunkt.sent_spans(text), language):
        start, end = _trimmed(text, begin, stop)
        if start == end:
            continue
        if spans and (holds_together(text, pairs, start) or _belongs(text, spans[-1], (start, end), language)):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    if len(spans) > 1 and _ENUMERATOR.fullmatch(text[spans[-1][0] : spans[-1][1]]):
        spans[-2:] = [(spans[-2][0], spans[-1][1])]
    return spans


def _parted(text: str, spans: Iterable[tuple[int, int]], language: str) -> Iterator[tuple[int, int]]:
    """The spans, cut after whole words and symbols that the splitter takes for abbreviations: "of his book. Memory is …"."""
    whole = _WHOLE_WORD_DE if language == "de" else _WHOLE_WORD
    for begin, stop in spans:
        letters = _LETTER.finditer(text, begin, stop)
        ends = {found.end() for found in letters if _is_symbol(text, found, language)}
        for found in whole.finditer(text, begin, stop):
            if not found[1] or found[1].casefold() not in _ABBREVIATIONS:
                ends.add(found.end())
        for end in sorted(ends):
            yield begin, end
            begin = end
        yield begin, stop


def _is_symbol(text: str, letter: re.Match[str], language: str) -> bool:
    """Whether a letter with a stop behind it names something, and ends a sentence."""
    before = text[max(letter.start() - LONGEST_BEFORE, 0) : letter.start(1)].rstrip()
    if language != "en":
        return letter[1] in "xy" and bool(_BEFORE_SYMBOL_DE.search(before))
    follows = letter[1] in _SURE_SYMBOLS or bool(
        _OPENS.match(text[letter.end() : letter.end() + LONGEST_BEFORE].lstrip())
    )
    return follows and bool(_BEFORE_SYMBOL.search(before))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _belongs(text: str, left: tuple[int, int], right: tuple[int, int], language: str) -> bool:
    """Whether the span on the right goes on with the sentence on the left."""
    before, after = text[max(left[0], left[1] - LOOK_BACK) : left[1]], text[right[0] : right[1]]
    if not any(char.isalnum() for char in after):
        return True  # a stray closing mark
    if after[0] in ")]}":
        return True
    if _ENUMERATOR.fullmatch(before):
        return True
    if after[0].islower() and not (len(after) > 1 and not after[1].isalpha()):
        return True  # "Why?" he asked; an abbreviation nobody listed
    if not before.endswith("."):
        return False
    tail = max(len(before) - LONGEST_BEFORE, 0)
    if _ALWAYS_GO_ON.search(before, tail):
        return True
    if _NUMBER.match(after) and _BEFORE_A_NUMBER.search(before, tail):
        return True
    initial = _INITIAL.search(before, tail) if after[0].isupper() else None
    if initial:
        several = initial.group().count(".") > 1
        named = bool(_NAME_BEFORE_INITIAL.search(before[: initial.start()]))
        if several or (named and not (language == "en" and _OPENS.match(after))):
            return True
    if _INITIAL_LETTERS.match(after) and _SHORT_TITLE.search(before, tail):
        return True  # "Kr. d. r. V."
    if _OF_THE.match(after) and _CUT_TITLE.search(before, tail):
        return True
    return language == "de" and bool(_GERMAN_ORDINAL.search(before, tail) or _GERMAN_GO_ON.search(before, tail))
