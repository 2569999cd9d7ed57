"""Which sections are chapters, the units read sequentially, and the level at which episodes end."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from statistics import median

from pipeline.phases.phase1_structure.labels import is_container
from schemas.text import Chapter, Section, SectionKind, Sentence

ALWAYS_READ = frozenset({SectionKind.BODY, SectionKind.NOTE, SectionKind.UNIT})
_NO_CHAPTERS = frozenset({SectionKind.NOTE, SectionKind.UNIT})  # nor do they end an episode
LONG_CHILD = 1500  # words: below a Part, Book or Volume the children are chapters if their median is this long
LARGEST_SHARE = 0.6  # a section with this share of the body is no chapter if long children divide it


class _Tree:
    """The sections with their children, words and sentences at hand."""

    def __init__(
        self,
        sections: Sequence[Section],
        sentences: Sequence[Sentence],
        words: Sequence[int],
        read: frozenset[SectionKind],
    ) -> None:
        self.sections = sections
        starts = _starts(sections, sentences)
        self.first = [bisect_left(starts, section.start) for section in sections]
        self.last = [bisect_left(starts, section.end) for section in sections]
        self.read = [section.kind in read for section in sections]
        index_of = {section.path: index for index, section in enumerate(sections)}
        self.children: list[list[int]] = [[] for _ in sections]
        self.roots: list[int] = []
        for index, section in enumerate(sections):
            if len(section.path) == 1:
                self.roots.append(index)
            else:
                self.children[index_of[section.path[:-1]]].append(index)
        self.words = [sum(words[first:last]) for first, last in zip(self.first, self.last, strict=True)]

    def readable_children(self, index: int) -> list[int]:
        """Children that are read and hold text, not counting notes and units, which are no chapters."""
        return [
            child
            for child in self.children[index]
            if self.sections[child].kind not in _NO_CHAPTERS
            and (self.read[child] or self._reads_below(child))
            and self.words[child]
        ]

    def _reads_below(self, index: int) -> bool:
        return any(self.read[child] or self._reads_below(child) for child in self.children[index])


def _starts(sections: Sequence[Section], sentences: Sequence[Sentence]) -> list[int]:
    """Where each sentence is read: a note's with the last sentence above it."""
    found: list[int] = []
    for sentence in sentences:
        is_note = sections[sentence.section].kind is SectionKind.NOTE
        found.append(found[-1] if is_note and found else sentence.start)
    return found


def chapters_of(
    sections: Sequence[Section],
    sentences: Sequence[Sentence],
    words: Sequence[int],
    include: frozenset[SectionKind] = frozenset(),
    chapter_level: int | None = None,
) -> tuple[tuple[Chapter, ...], int]:
    """The chapters in reading order and the episode level; `words` counts each sentence's words; `chapter_level` is the
    level that the user wants, which nothing then divides."""
    read = ALWAYS_READ | include
    tree = _Tree(sections, sentences, words, read)
    level = chapter_level or _chapter_level(sections, tree)
    total = sum(tree.words[root] for root in tree.roots if tree.read[root] or tree.readable_children(root))
    found: list[Chapter] = []

    def emit(section: int, first: int, last: int, own_text: bool) -> None:
        """Adds the sentences [first, last) without those of sections that are not read."""
        begin = first
        for at in range(first, last + 1):
            if at == last or sections[sentences[at].section].kind not in read:
                if begin < at:
                    title = sections[section].title
                    found.append(
                        Chapter(
                            order=len(found) + 1, section=section, title=title, first=begin, last=at, own_text=own_text
                        )
                    )
                begin = at + 1

    def descend(index: int) -> None:
        children = tree.readable_children(index)
        if not children or (sections[index].level >= level and (chapter_level or not _divides(index, tree, total))):
            emit(index, tree.first[index], tree.last[index], False)
            return
        position = tree.first[index]
        for child in children:
            emit(index, position, tree.first[child], True)
            descend(child)
            position = tree.last[child]
        emit(index, position, tree.last[index], True)

    for root in tree.roots:
        descend(root)
    return tuple(found), _episode_level(sections, found, level)


def _chapter_level(sections: Sequence[Section], tree: _Tree) -> int:
    """The shallowest level with at least two body sections, those of the contents first (text before the first heading
    is no chapter's sibling); the deepest there is where no level has two."""
    body = [
        section for index, section in enumerate(sections) if section.kind is SectionKind.BODY and tree.words[index] > 0
    ]
    for counted in ([section for section in body if section.in_toc], body):
        several = [level for level, count in Counter(section.level for section in counted).items() if count > 1]
        if several:
            return min(several)
    return max((section.level for section in body), default=1)


def _divides(index: int, tree: _Tree, total: int) -> bool:
    """Whether the chapters lie one deeper: below a Part, Book or Volume, or below nearly the whole book."""
    children = tree.readable_children(index)
    if len(children) < 2 or median(tree.words[child] for child in children) < LONG_CHILD:
        return False
    return is_container(tree.sections[index].title) or tree.words[index] > LARGEST_SHARE * total


def _episode_level(sections: Sequence[Section], chapters: Sequence[Chapter], level: int) -> int:
    """The next level that occurs below the level of most chapters."""
    used = Counter(sections[chapter.section].level for chapter in chapters if not chapter.own_text)
    chapter_level = used.most_common(1)[0][0] if used else level
    below = (
        section.level for section in sections if section.level > chapter_level and section.kind not in _NO_CHAPTERS
    )
    return min(below, default=chapter_level + 1)
