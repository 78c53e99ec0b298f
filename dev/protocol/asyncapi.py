"""The live connection for programs that read AsyncAPI: what is sent, what may be sent, and the form of each."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from dev.protocol.messages import Message, Subject

from menagerie import versions
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import CommandAnswer, Refusal
from menagerie.server.protocol.outgoing.live import LiveMessage

Kind = type[msgspec.Struct]
SCHEMAS = "#/components/schemas/{name}"


def write(subjects: list[Subject]) -> str:
    """Return the file."""
    sent: list[Kind] = [*_members(LiveMessage), *_members(CommandAnswer), Refusal]
    heard = _members(incoming.AnyCommand)
    _, schemas = msgspec.json.schema_components([*sent, *heard], ref_template=SCHEMAS)
    told = {message.name: message for subject in subjects for message in subject.messages}
    for name, schema in schemas.items():
        if name in told:
            _tell(schema, told[name])
    described = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Menagerie: the live connection of a table",
            "version": f"{versions.PROTOCOL}",
            "description": "One connection for each viewer and table. docs/protocol.md explains it in words.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/tables/{table}/live",
                "parameters": {"table": {"description": "The id of the table."}},
                "bindings": {"ws": {"method": "GET"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in _names([*sent, *heard])},
            }
        },
        "operations": {
            "show": _operation("send", "The server speaks first.", sent),
            "command": _operation("receive", "Commands, each answered by one message.", heard),
        },
        "components": {
            "messages": {name: {"payload": {"$ref": SCHEMAS.format(name=name)}} for name in _names([*sent, *heard])},
            "schemas": schemas,
        },
    }
    return json.dumps(described, indent=1, ensure_ascii=False) + "\n"


def _members(union: Any) -> list[Kind]:
    return list(get_args(union))


def _names(kinds: list[Kind]) -> list[str]:
    return [kind.__name__ for kind in kinds]


def _operation(action: str, summary: str, kinds: list[Kind]) -> dict[str, Any]:
    messages = [{"$ref": f"#/channels/table/messages/{name}"} for name in _names(kinds)]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "summary": summary, "messages": messages}


def _tell(schema: dict[str, Any], message: Message) -> None:
    """Say in a schema what each field means, and which are always there."""
    properties = schema.get("properties")
    if properties is None:
        return
    for field in message.fields:
        if field.words:
            properties[field.name] = {**properties[field.name], "description": field.words}
    always = [field.name for field in message.fields if not field.may_be_missing]
    schema["required"] = [*([message.tag[0]] if message.tag else []), *always]
