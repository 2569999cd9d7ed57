"""Compares phase 1 on a PDF with bare `page.get_text("dict")` over the same pages, in one run.

python tests/measure/structure_speed.py BOOK.pdf [ROUNDS]
"""

import sys
import time
from pathlib import Path


def main(book: str, rounds: int) -> None:
    import pymupdf

    from pipeline.phases.phase1_structure.phase import read_structure

    ratios = []
    for _ in range(rounds):
        begun = time.process_time()
        with pymupdf.open(book) as document:
            pages = len(document)
            for page in document:
                page.get_text("dict")
        bare = time.process_time() - begun
        begun = time.process_time()
        read_structure(Path(book))
        ours = time.process_time() - begun
        ratios.append((ours / bare, pages / ours, pages / bare))
    ratio, ours_rate, bare_rate = sorted(ratios)[rounds // 2]
    print(f"median of {rounds}: phase 1 takes {ratio:.2f} x bare ({ours_rate:.0f} against {bare_rate:.0f} pages/CPU s)")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)
