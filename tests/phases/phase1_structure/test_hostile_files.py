"""Files made to do harm, or larger than any book: one clear error, or read in bounded time and memory."""

import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from pipeline.phases.phase1_structure.phase import read_source, read_structure
from schemas.errors import BookFault, Damaged, Unsupported
from tests.phases.phase1_structure.test_notes import epub

LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
    '<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>'
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def changed(**members: bytes | None) -> bytes:
    """The small EPUB with other members; names have __ for / and _dot_ for the dot."""
    buffer = BytesIO()
    new = {name.replace("__", "/").replace("_dot_", "."): content for name, content in members.items()}
    with zipfile.ZipFile(BytesIO(epub())) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            if name not in new:
                archive.writestr(name, old.read(name))
        for name, content in new.items():
            if content is not None:
                archive.writestr(name, content)
    return buffer.getvalue()


def member(name: str) -> str:
    return zipfile.ZipFile(BytesIO(epub())).read(name).decode()


def test_an_archive_that_unpacks_to_far_more_than_a_book() -> None:
    page = b"<html><body><p>" + b"salt " * 60_000_000 + b"</p></body></html>"
    with pytest.raises(Unsupported, match="unpacks to far more"):
        read_source(changed(t__a_dot_xhtml=page), "bomb.epub")


@pytest.mark.parametrize("declaration", [LAUGHS, OUTSIDE])
@pytest.mark.parametrize("name", ["META-INF/container.xml", "b.opf", "nav.xhtml", "t/a.xhtml"])
def test_entities_of_a_files_own_are_never_expanded(name: str, declaration: str) -> None:
    content = (declaration + member(name)).replace("Salt", "Salt &d;&a;")
    source = changed(**{name.replace("/", "__").replace(".", "_dot_"): content.encode()})
    try:
        book = read_source(source, "b.epub")
    except BookFault as fault:
        assert fault.remedy
    else:
        assert "haha" not in book.text and "root:" not in book.text


@pytest.mark.parametrize(
    "path", ["../../../../../../etc/passwd", "/etc/passwd", "..%2f..%2f..%2f..%2fetc/passwd", "file:///etc/passwd"]
)
def test_no_path_leaves_the_archive(path: str) -> None:
    package = member("b.opf").replace('href="t/n.xhtml"', f'href="{path}"')
    book = read_source(changed(b_dot_opf=package.encode()), "b.epub")
    assert "root:" not in book.text
    assert any(warning.code == "epub.file_missing" for warning in book.warnings)


def test_an_archive_with_names_that_climb_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    buffer = BytesIO(epub())
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("../../escaped.txt", "out")
        archive.writestr("/absolute.txt", "out")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.epub").write_bytes(buffer.getvalue())
    with pytest.raises(Unsupported, match="outside itself"):
        read_structure(tmp_path / "in" / "b.epub")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["b.epub", "in"]


def test_a_pdf_without_pages_is_damaged() -> None:
    source = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n"
    with pytest.raises(Damaged):
        read_source(source, "none.pdf")


def long_pdf(pages: int) -> bytes:
    """Written by hand: a library takes longer to make so many pages than they take to read."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(pages))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {pages}/MediaBox[0 0 300 400]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
    ]
    for number in range(pages):
        heading = f"/F 18 Tf 40 360 Td (Chapter {number // 500 + 1}) Tj -40 -360 Td" if number % 500 == 0 else ""
        text = f"The clerk weighs the salt of page {number + 1}."
        stream = (
            f"BT {heading} /F 10 Tf 40 320 Td ({text}) Tj 0 -14 Td (It is heavier than he had thought at first.) Tj ET"
        )
        objects.append(f"<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents {5 + 2 * number} 0 R>>")
        objects.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream")
    body, places = "%PDF-1.4\n", []
    pieces = [body]
    length = len(body)
    for at, one in enumerate(objects, 1):
        places.append(length)
        pieces.append(f"{at} 0 obj{one}endobj\n")
        length += len(pieces[-1])
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    pieces.append(
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Root 1 0 R/Size {len(objects) + 1}>>\n"
    )
    return f"{''.join(pieces)}startxref\n{length}\n%%EOF".encode()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
def test_ten_thousand_pages_are_read_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(long_pdf(10_000))
    program = (
        "import sys; from pathlib import Path; from pipeline.phases.phase1_structure.phase import read_structure; "
        "book = read_structure(Path(sys.argv[1])); "
        "print(len(book.chapters), book.sentences[-1].pdf_page); print(Path('/proc/self/status').read_text())"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    counts, status = ran.stdout.split("\n", 1)
    assert counts.split() == ["20", "10000"]
    # Not `ru_maxrss`: a process started by a large one inherits that one's peak, whatever it uses itself.
    peak = int(status.split("VmHWM:")[1].split()[0]) * 1024
    assert peak < 1_000_000_000, "bytes"


@pytest.mark.slow
def test_a_text_of_one_endless_line_and_a_hundred_thousand_short_ones() -> None:
    assert read_source(b"salt " * 200_000, "b.txt").chunks[-1].words <= 1_300
    assert len(read_source(b"salt.\n" * 100_000, "b.txt").text) > 500_000
