"""From what a reader cites to places in the book: numbers and letters to sentences, parts and spans."""

from typing import NamedTuple

from schemas.ids import sentence_id
from schemas.memory import AUTHOR
from schemas.reading import Cite
from schemas.text import Book


class Place(NamedTuple):
    """A cited sentence or part: its sentence index, the part's letter or "", and its span in the text."""

    sentence: int
    part: str
    start: int
    end: int


class Window(NamedTuple):
    """The sentences [first, last) of `book` that the numbers 1, 2, … of one step mean."""

    book: Book
    first: int
    last: int

    def voiced(self, handle: str, sentence: int) -> str:
        """The speaker a reader means: who writes the section of the sentence where it says "author"."""
        return self.book.sections[self.book.sentences[sentence].section].voice.value if handle == AUTHOR else handle

    def place(self, cite: Cite) -> Place | None:
        """None for a citation outside the chunk; an unknown part's letter means the whole sentence."""
        index = self.first + cite.sentence - 1
        if not self.first <= index < self.last:
            return None
        sentence = self.book.sentences[index]
        number = ord(cite.part) - ord("a") if len(cite.part) == 1 else -1
        if 0 <= number < len(sentence.parts):
            return Place(index, cite.part, *sentence.parts[number])
        return Place(index, "", sentence.start, sentence.end)

    def places(self, cites: tuple[Cite, ...]) -> tuple[tuple[Place, ...], int]:
        """The distinct places in book order, and how many citations lay outside."""
        found = [self.place(cite) for cite in cites]
        inside = sorted({place for place in found if place is not None})
        return tuple(inside), sum(place is None for place in found)

    def sentence_id(self, index: int) -> str:
        sentence = self.book.sentences[index]
        return sentence_id(self.book.text_id, sentence.start, sentence.end)


def words_at(book: Book, places: tuple[Place, ...]) -> str:
    """The exact words of the places, neighbouring ones joined as they stand, others by an ellipsis."""
    pieces: list[tuple[int, int]] = []
    for place in sorted(places, key=lambda place: (place.start, place.end)):
        if pieces and place.start <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], max(pieces[-1][1], place.end))
        elif pieces and not book.text[pieces[-1][1] : place.start].strip():
            pieces[-1] = (pieces[-1][0], place.end)
        else:
            pieces.append((place.start, place.end))
    return " […] ".join(book.text[start:end].strip() for start, end in pieces)
