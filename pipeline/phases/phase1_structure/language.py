"""The language of a book: from the user, from its metadata, or from a long sample of its body."""

from collections.abc import Sequence

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


def two_letters(name: str | None) -> str | None:
    """ "en-GB", "eng" and "English" are all "en"; None for what is none of these forms."""
    if not name:
        return None
    word = name.strip().lower().replace("_", "-").split("-")[0]
    if len(word) == 2 and word.isalpha() and word != "un":
        return word
    return _THREE_LETTERS.get(word) or _NAMES.get(word)


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
    import py3langid

    return str(py3langid.classify(" ".join(sample))[0])
