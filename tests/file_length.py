"""Checks that no Python file has more than 300 lines; the list of exceptions may only shrink."""

import subprocess
import sys
from pathlib import Path

MOST_LINES = 300
EXCEPTIONS: dict[str, int] = {}  # path: lines it may have at most; add none, lower or remove them
ROOT = Path(__file__).parents[1]


def main() -> int:
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    faults = []
    for name in names:
        if (ROOT / name).exists():
            lines = len((ROOT / name).read_text(encoding="utf-8").splitlines())
            if lines > EXCEPTIONS.get(name, MOST_LINES):
                faults.append(f"{name}: {lines} lines, at most {EXCEPTIONS.get(name, MOST_LINES)}")
    faults += [f"{name}: no longer needs its exception" for name in EXCEPTIONS if not _too_long(name)]
    print("\n".join(faults) or f"{len(names)} files, none over {MOST_LINES} lines")
    return 1 if faults else 0


def _too_long(name: str) -> bool:
    path = ROOT / name
    return path.exists() and len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES


if __name__ == "__main__":
    sys.exit(main())
