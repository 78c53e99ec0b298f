"""Format messages to programs: as Discord or Slack expect them, or plain and signed."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from typing import Final

from menagerie.server.features.notices.wording import NoticeText

FORMS: Final = ("plain", "discord", "slack")
LONGEST: Final = 1900
"""Characters; Discord takes 2000."""
_MARKS: Final = re.compile(r"([\\`*_~|>\[\]#@])")


def body(form: str, told: Sequence[NoticeText]) -> bytes:
    """Return a message's body."""
    if form == "discord":
        lines = [_MARKS.sub(r"\\\1", one.aloud) + f"\n<{one.link}>" for one in told]
        return json.dumps({"content": "\n".join(lines)[:LONGEST], "allowed_mentions": {"parse": []}}).encode()
    if form == "slack":
        lines = [f"{_escaped(one.aloud)}\n<{one.link}>" for one in told]
        return json.dumps({"text": "\n".join(lines)[:LONGEST]}).encode()
    notices = [{"kind": one.kind, "table": one.table, "sentence": one.sentence, "link": one.link} for one in told]
    return json.dumps({"notices": notices}).encode()


def headers(form: str, secret: str, content: bytes, now: float) -> dict[str, str]:
    """Return the headers. The plain form is signed with its time, so that no one can replay it later."""
    told = {"content-type": "application/json"}
    if form != "plain":
        return told
    at = str(int(now))
    signed = hmac.new(secret.encode(), at.encode() + b"." + content, hashlib.sha256).hexdigest()
    return told | {"x-menagerie-time": at, "x-menagerie-signature": f"sha256={signed}"}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
