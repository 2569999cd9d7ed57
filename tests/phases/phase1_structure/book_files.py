"""Small book files made for the tests."""

import io
import zipfile

CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def xhtml(body: str, head: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>{head}</head><body>{body}</body></html>'
    )


def nav(items: str, extra: str = "") -> str:
    return xhtml(f'<nav epub:type="toc"><h1>Contents</h1><ol>{items}</ol></nav>{extra}')


def epub(
    files: dict[str, str],
    contents: str | None,
    ncx: str | None = None,
    others: dict[str, bytes] | None = None,
    guide: str = "",
    metadata: str = "",
) -> bytes:
    """An EPUB with these XHTML files in its reading order; names are relative to the package folder."""
    items = "".join(
        f'<item id="f{number}" href="{name}" media-type="application/xhtml+xml"/>' for number, name in enumerate(files)
    )
    spine = "".join(f'<itemref idref="f{number}"/>' for number in range(len(files)))
    if contents is not None:
        items += '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    if ncx is not None:
        items += '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Tidal Clerk</dc:title>'
        "<dc:language>en-GB</dc:language>"
        f"<dc:creator>Ada Rowe</dc:creator>{metadata}</metadata><manifest>{items}</manifest><spine>{spine}</spine>"
        f"<guide>{guide}</guide></package>"
    )
    members: dict[str, bytes] = {"META-INF/container.xml": CONTAINER.encode(), "OEBPS/content.opf": package.encode()}
    members |= {f"OEBPS/{name}": text.encode() for name, text in files.items()}
    if contents is not None:
        members["OEBPS/nav.xhtml"] = contents.encode()
    if ncx is not None:
        members["OEBPS/toc.ncx"] = ncx.encode()
    members |= others or {}
    return archive(members)


def archive(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, content in members.items():
            file.writestr(name, content)
    return target.getvalue()


Printed = tuple[float, float, str, float]  # x, y, text, size


def pdf(
    pages: list[list[Printed]],
    outline: list[list[object]] | None = None,
    labels: list[dict[str, object]] | None = None,
    password: str | None = None,
) -> bytes:
    import pymupdf

    document = pymupdf.open()
    for lines in pages:
        page = document.new_page(width=420, height=595)
        for x, y, text, size in lines:
            page.insert_text((x, y), text, fontsize=size)
    if outline:
        document.set_toc(outline)
    if labels:
        document.set_page_labels(labels)
    if password:
        return document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=password, owner_pw="owner-" + password)
    return document.tobytes()


def lines(texts: list[str], top: float = 100, size: float = 10.5, x: float = 48) -> list[Printed]:
    return [(x, top + 15.2 * number, text, size) for number, text in enumerate(texts)]


def package(items: str, spine: str, files: dict[str, bytes]) -> bytes:
    """An EPUB with this manifest and spine as they are; names are relative to the package folder."""
    text = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en</dc:language></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    members = {"META-INF/container.xml": CONTAINER.encode(), "OEBPS/content.opf": text.encode()}
    return archive(members | {f"OEBPS/{name}": content for name, content in files.items()})
