"""Ids: digests of length-prefixed parts, so that no two lists of parts can share one."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import TypeAlias, Union

ID_BYTES = 12  # 96 bits: no collision among the some 10^8 things of a large library (birthday bound 10^-13)
LEAST_ID_DIGITS = 4  # that are taken for the beginning of an id
ID_DIGITS = 8  # of an id where people are shown one: enough to tell books of one title apart, and to name one

Part: TypeAlias = Union[str, int, tuple["Part", ...], None]  # noqa: UP007 (recursive)


def _encode(part: Part) -> bytes:
    match part:
        case str():
            body = part.encode("utf-8")
            return b"s%d:%s" % (len(body), body)
        case tuple():
            body = b"".join([_encode(inner) for inner in part])
            return b"t%d:%s" % (len(body), body)
        case None:
            return b"n0:"
        case bool() | int():
            body = str(int(part)).encode()
            return b"i%d:%s" % (len(body), body)


def digest(kind: str, *parts: Part) -> str:
    """Id of the thing of `kind` made from `parts`: 24 hexadecimal digits of SHA-256."""
    return hashlib.sha256(_encode((kind, *parts))).hexdigest()[: 2 * ID_BYTES]


def text_id(canonical_text: str, language: str, section_tree: Iterable[tuple[int | str, ...]]) -> str:
    """Of the canonical text, the language by whose rules it is split, and its tree, a tuple a section."""
    return digest("text", canonical_text, language, tuple(section_tree))


def book_id(first_text: str) -> str:
    return digest("book", first_text)


def section_id(text: str, ordinal_path: tuple[int, ...]) -> str:
    return digest("section", text, ordinal_path)


def sentence_id(text: str, start: int, end: int) -> str:
    return digest("sentence", text, start, end)


def chunk_id(owner: str, step: str) -> str:
    return digest("chunk", owner, step)


def episode_id(owner: str, order: int) -> str:
    return digest("episode", owner, order)


def entity_id(book: str, key: str, homonym: int = 0) -> str:
    return digest("entity", book, key, homonym)


def statement_id(owner: str, sentences: tuple[str, ...], parts: tuple[str, ...], ordinal: int) -> str:
    return digest("statement", owner, sentences, parts, ordinal)


def relation_id(
    owner: str, subject: str, kind: str, obj: str, predicate: str, polarity: str, sentences: tuple[str, ...]
) -> str:
    return digest("relation", owner, subject, kind, obj, predicate, polarity, sentences)


def attitude_id(owner: str, entity: str, kind: str, statement: str) -> str:
    return digest("attitude", owner, entity, kind, statement)


def inference_id(owner: str, kind: str, premises: Iterable[str], conclusion: str) -> str:
    return digest("inference", owner, kind, tuple(sorted(premises)), conclusion)


def reference_id(owner: str, sentence: str, start: int, surface: str) -> str:
    return digest("reference", owner, sentence, start, surface)


def mention_id(owner: str, sentence: str, entity: str, start: int, surface: str) -> str:
    return digest("mention", owner, sentence, entity, start, surface)


_SPELLINGS = (  # British and older forms to one; applied to whole folded words
    (re.compile(r"(\w)isation(s?)$"), r"\1ization\2"),
    (re.compile(r"(\w{2,})ise(s|d)?$"), r"\1ize\2"),
    (re.compile(r"^(\w*)judgement(s?)$"), r"\1judgment\2"),
    (re.compile(r"^(\w*)(synthet|analyt|problemat|systemat)ical$"), r"\1\2ic"),
    (re.compile(r"^(\w{2,})our(s?)$"), r"\1or\2"),
)
_NO_SPELLING = frozenset(
    "our four hour hours tour tours pour pours sour flour your yours premise premises otherwise likewise exercise "
    "exercises promise promises enterprise precise wise rise rises arise arises raise noise surprise advise "
    "paradise concise expertise merchandise".split()
)
_NO_PLURAL = frozenset(
    "ethics physics metaphysics politics logic logics mathematics aesthetics economics mechanics series species "
    "thesis hypothesis synthesis analysis antithesis basis crisis this is as was his has does us bus lens news "
    "always perhaps chaos ethos pathos logos cosmos paralipomenos".split()
)


def _singular(word: str) -> str:
    if len(word) < 4 or word in _NO_PLURAL or word.endswith(("ss", "us", "is", "ous", "'s", "’s")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def folded(surface: str) -> str:
    """The surface without differences of case, width, white space, ſ and ß; nothing else is changed."""
    plain = unicodedata.normalize("NFKC", surface.replace("ſ", "s").replace("ß", "ss")).casefold()
    return " ".join(plain.split())


def entity_key(surface: str) -> str:
    """Folded form under which one book's spellings of a name are one entity: spelling variants, plural of the last word.

    Total: an empty result is possible only for a surface of white space.
    """
    words = folded(surface).split(" ")
    if len(words) > 1 and words[0] in {"the", "a", "an"}:
        words = words[1:]
    plain = []
    for word in words:
        if word not in _NO_SPELLING:
            for pattern, replacement in _SPELLINGS:
                word = pattern.sub(replacement, word)
        plain.append(word)
    plain[-1] = _singular(plain[-1])
    return " ".join(plain)
