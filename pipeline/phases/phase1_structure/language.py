"""The language of a book: from the user, from its metadata, or from a long sample of its body."""

from collections.abc import Sequence
from functools import cache
from typing import Any

SAMPLE = 50_000  # code points; foreign phrases fool shorter ones
_THREE_LETTERS = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "lat": "la", "ita": "it", "spa": "es",
    "nld": "nl", "dut": "nl", "ell": "el", "gre": "el", "rus": "ru", "por": "pt", "pol": "pl", "swe": "sv",
    "dan": "da", "jpn": "ja", "zho": "zh", "chi": "zh",
}  # fmt: skip
_NAMES = {
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "latin": "la",
    "italian": "it", "italiano": "it", "spanish": "es", "español": "es", "dutch": "nl", "greek": "el",
}  # fmt: skip


_CODES = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu "
    "fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn "
    "ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os "
    "pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt "
    "tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)
_COMMON = {  # words that make a good third of any page of the language
    "en": frozenset("the of and to in is that a it which as be this for not are by with or but from have on".split()),
    "de": frozenset(
        "der die das und in zu den nicht ist ein eine es sich von des dem mit als auch auf für so daß".split()
    ),
    "fr": frozenset("le la les de et des à un une est que qui dans en du il ne pas ce se au par pour sur".split()),
    "la": frozenset("et in est non ad ut quod cum sed qui quae per ex si esse ab aut enim etiam nec sunt hoc".split()),
    "it": frozenset("di e il la che è un una non in per si le i del della con da come al sono nel".split()),
    "es": frozenset("de la que el en y a los se del las un por con no una su para es al lo como".split()),
}
LONG_ENOUGH = 120  # words of a section; a shorter one is of the book's language
LEAST_COMMON = 0.15  # share of the language's common words; below it the language is asked for
SURE = 0.99  # probability
CLEAR, FOREIGN = 0.2, 0.05  # shares of common words: of the language a text is in, and of another it is not in
_TOLD_BY_WORDS = ("en", "de")  # none of their neighbours shares so many of their common words


def two_letters(name: str | None) -> str | None:
    """ "en-GB", "eng" and "English" are all "en"; None for what is none of these forms."""
    if not name:
        return None
    word = name.strip().lower().replace("_", "-").split("-")[0]
    if len(word) == 2 and word.isalpha() and word != "un":
        return word
    return _THREE_LETTERS.get(word) or _NAMES.get(word)


def is_language(name: str) -> bool:
    """Whether it names a language of ISO 639-1."""
    return two_letters(name) in _CODES


def section_language(text: str, of_book: str) -> str:
    """Two letters: another language than the book's where a long text has few of its common words and is clearly of
    another that is known here."""
    words = text.casefold().split()
    common = _COMMON.get(of_book)
    if common is None or len(words) < LONG_ENOUGH or sum(map(common.__contains__, words)) >= LEAST_COMMON * len(words):
        return of_book
    found, probability = _identifier().classify(text[:SAMPLE])
    return str(found) if found in _COMMON and probability >= SURE else of_book


@cache
def _identifier() -> Any:
    """Read once a process: it takes as long as many sections."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def language_of(texts: Sequence[str], declared: str | None, override: str | None) -> str:
    """Two letters; `texts` are the body's paragraphs, sampled evenly."""
    given = two_letters(override) or two_letters(declared)
    if given:
        return given
    sample: list[str] = []
    length = 0
    step = max(1, sum(map(len, texts)) // SAMPLE)
    for text in texts[::step]:
        sample.append(text)
        length += len(text)
        if length > SAMPLE:
            break
    if length < 20:
        return "en"
    whole = " ".join(sample)
    return _by_common_words(whole.casefold().split()) or str(_identifier().classify(whole)[0])


def _by_common_words(words: Sequence[str]) -> str | None:
    """What a long text says by its most usual words; None where it isn't plain. The identifier alone takes as much memory
    as all the rest of phase 1."""
    if len(words) < LONG_ENOUGH:
        return None
    shares = {name: sum(map(_COMMON[name].__contains__, words)) / len(words) for name in _TOLD_BY_WORDS}
    said = max(shares, key=lambda name: shares[name])
    others = (share for name, share in shares.items() if name != said)
    return said if shares[said] >= CLEAR and max(others) < FOREIGN else None
