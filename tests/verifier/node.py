"""The verifier in JavaScript, run in node beside the audit."""

import json
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any, Final

from p2pqwirkle.audit.replay import audit
from p2pqwirkle.bag.group import Edwards25519

VERIFIER: Final = Path(__file__).parents[2] / "verifier"
NODE: Final = which("node")
IS_HERE: Final = NODE is not None and (VERIFIER / "node_modules" / "@noble").exists()
PATIENCE: Final = 3600
"""Seconds for the files of one call."""


def by_node(files: Sequence[Path]) -> list[dict[str, Any]]:
    """What the verifier in JavaScript says of *files*."""
    done = subprocess.run(
        [str(NODE), "verify.js", *map(str, files)],
        cwd=VERIFIER,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    reports = json.loads(done.stdout)
    return reports if isinstance(reports, list) else [reports]


def by_audit(record: bytes) -> dict[str, Any]:
    """What the audit says of *record*, as it prints it."""
    report = audit(BytesIO(record), Edwards25519()).as_json()
    printed: dict[str, Any] = json.loads(json.dumps(report))
    return printed


def without_words(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what is meant for developers."""
    faults = [{**fault, "detail": None} for fault in report["faults"]]
    return {**report, "faults": faults}
