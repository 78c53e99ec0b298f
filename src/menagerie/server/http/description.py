"""Complete the OpenAPI description with what handlers don't declare: errors, cookies, and arrays of fixed length."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from menagerie.server.base.errors import CODES
from menagerie.server.http.handlers.guard import CSRF_COOKIE, CSRF_HEADER, GUEST_COOKIE, LETTERS_OFF
from menagerie.server.protocol.outgoing.base import OutgoingArray, Problem

SCHEMES: Final = {
    "guest": {
        "type": "apiKey",
        "in": "cookie",
        "name": GUEST_COOKIE,
        "description": "Identifies the guest. Set by `POST /api/me` and by signing in; most reads don't need it.",
    },
    "csrfCookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": CSRF_COOKIE,
        "description": "Set by `GET /api/me`.",
    },
    "csrfHeader": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "Every POST must repeat the `csrf` of the latest `GET /api/me`.",
    },
}
READING: Final[list[dict[str, list[str]]]] = [{}, {"guest": []}]
"""A GET needs no cookie, but some answers differ for known guests."""
WRITING: Final[list[dict[str, list[str]]]] = [
    {"csrfCookie": [], "csrfHeader": []},
    {"csrfCookie": [], "csrfHeader": [], "guest": []},
]
ONLY_WRITING: Final = ("csrf", "origin", "large")
"""The codes that a GET never returns."""
PROBLEM: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


class Description(JsonRenderPlugin):
    """The description as served."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the description, completed on first use."""
        components = openapi_schema["components"]
        if "securitySchemes" not in components:
            components["securitySchemes"] = SCHEMES
            components["schemas"].setdefault("Problem", _problem())
            _loosen(openapi_schema)
            for schema in components["schemas"].values():
                if schema.get("type") == "object":
                    schema.setdefault("additionalProperties", False)
            for path, operations in openapi_schema["paths"].items():
                for method, operation in operations.items():
                    _complete(operation, path, is_reading=method in ("get", "head"))
        return super().render(request, openapi_schema)


def _complete(operation: dict[str, Any], path: str, *, is_reading: bool) -> None:
    operation["security"] = [] if path.startswith(LETTERS_OFF) else READING if is_reading else WRITING
    answers = operation["responses"]
    answers.pop("400", None)  # the framework's own form of error, which is never sent
    for status, codes in _errors(is_reading).items():
        answers.setdefault(str(status), {"description": f"One of the codes {', '.join(codes)}.", "content": PROBLEM})


def _loosen(described: Any) -> None:
    """Allow a value to match several members of a union. The framework declares exactly one, but some overlap."""
    if isinstance(described, dict):
        if "oneOf" in described:
            described["anyOf"] = described.pop("oneOf")
        for value in described.values():
            _loosen(value)
    elif isinstance(described, list):
        for value in described:
            _loosen(value)


def _errors(is_reading: bool) -> dict[int, list[str]]:
    """Return the codes by HTTP status."""
    found: dict[int, list[str]] = {}
    for code, (status, _) in CODES.items():
        if not (is_reading and code in ONLY_WRITING):
            found.setdefault(status, []).append(f"`{code}`")
    return dict(sorted(found.items()))


def _problem() -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema_components([Problem])[1]["Problem"]
    return schema


class Arrays(OpenAPISchemaPlugin):
    """Describes messages that are sent as arrays, which the framework takes for objects."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a field is one of these."""
        return not field_definition.is_union and field_definition.is_subclass_of(OutgoingArray)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the array's elements in order."""
        fields = msgspec.structs.fields(field_definition.annotation)
        places = [FieldDefinition.from_annotation(field.type, name=field.encode_name) for field in fields]
        return Schema(
            type=OpenAPIType.ARRAY,
            prefix_items=[schema_creator.for_field_definition(place) for place in places],
            min_items=len([field for field in fields if field.required]),
            max_items=len(fields),
        )
