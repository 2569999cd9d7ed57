"""Who lives: known by pid and start, whatever the clock says."""

import os
import subprocess
import sys

import psutil

from pipeline.journal.lease import alive, new_holder
from pipeline.process_start import began, still_runs


def test_a_holder_lives_as_long_as_its_process(tmp_path):
    script = "from pipeline.journal.lease import new_holder\nprint(new_holder(), flush=True)\ninput()"
    process = subprocess.Popen([sys.executable, "-c", script], stdin=-1, stdout=-1, text=True)
    holder = process.stdout.readline().strip()
    assert alive(holder, 0.0, 10**9)
    process.communicate("\n")
    assert not alive(holder, 0.0, 0.0)


def test_a_step_of_the_clock_kills_nobody(monkeypatch):
    holder = new_holder()
    monkeypatch.setattr(psutil, "boot_time", lambda: 0.0)
    monkeypatch.setattr(psutil.Process, "create_time", lambda self: 12345.0)
    assert alive(holder, 0.0, 0.0)


def test_another_process_of_the_same_pid_is_another():
    assert still_runs(os.getpid(), began(os.getpid()))
    assert not still_runs(os.getpid(), began(1))
    assert not still_runs(os.getpid(), "1700000000.00")
