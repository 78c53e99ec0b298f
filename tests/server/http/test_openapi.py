"""Test the API as it describes itself: no request, valid or not, breaks the server."""

from __future__ import annotations

from collections import Counter

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase

from tests.budget import budget
from tests.server.support.people import ROOT, Person

pytestmark = [pytest.mark.slow, pytest.mark.one_store]

EDGES = Phase.explicit
"""Values at the edges of a description and just beyond, the same in every run."""
PHASES = budget((EDGES,), (EDGES, Phase.generate))
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
"""The answer must match the description."""
ONE_IN = budget(3, 1)
"""So many of an address's edges are tried: the first, and then one in so many, as neighbours differ in one field."""
AT_RANDOM = 50
"""How many random requests per address, in a long run."""


@pytest.fixture(scope="module")
def lisa(server):
    """A person with a name and a table."""
    someone = Person(server, "Lisa")
    someone.tables = [someone.table("me", "hotseat")["id"] for _ in range(5)]
    yield someone
    someone.close()


@pytest.fixture(scope="module")
def described(server):
    return schemathesis.openapi.from_url(f"{server.base}/schema/openapi.json")


@pytest.fixture(scope="module")
def tried():
    """How many requests each address has had."""
    return Counter()


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@hypothesis.settings(
    max_examples=AT_RANDOM,
    phases=PHASES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_breaks_the_server(case, lisa, tried):
    address = (case.method, case.path)
    tried[address] += 1
    if tried[address] % ONE_IN != 1 % ONE_IN:
        return
    if "table" in case.path_parameters and len(case.path_parameters["table"]) % 2:
        case.path_parameters["table"] = lisa.tables[len(case.path_parameters["table"]) % len(lisa.tables)]
    response = case.call(headers={"x-csrf-token": lisa.csrf}, cookies=dict(lisa.http.cookies))
    case.validate_response(response, checks=CHECKS)
    if response.status_code >= 400:
        assert set(response.json()) >= {"code", "error"}


def test_the_description_names_every_address(server, lisa):
    paths = lisa.get("/schema/openapi.json")["paths"]
    assert {"/api/me", "/api/tables/{table}/do", "/api/replays", "/style/{name}"} <= set(paths)


def test_every_answer_has_a_form_and_every_error_is_a_problem(server, lisa):
    described = lisa.get("/schema/openapi.json")
    without = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            (done,) = [answers[status] for status in answers if status.startswith("2")]
            forms = [content.get("schema") for content in done["content"].values()]
            if not path.endswith("/export") and not all(forms):  # that is a file
                without.append((method, path))
            problem = {"$ref": "#/components/schemas/Problem"}
            assert answers["404"]["content"]["application/json"]["schema"] == problem
            assert "`missing`" in answers["404"]["description"]
            assert ("`csrf`" in answers["403"]["description"]) == (method == "post")
    assert without == []


def test_the_description_says_which_cookies_and_headers_a_request_needs(lisa):
    described = lisa.get("/schema/openapi.json")
    schemes = described["components"]["securitySchemes"]
    assert (schemes["guest"]["in"], schemes["guest"]["name"]) == ("cookie", "menagerie_guest")
    assert (schemes["csrfHeader"]["in"], schemes["csrfHeader"]["name"]) == ("header", "x-csrf-token")
    paths = described["paths"]
    assert {} in paths["/api/titles"]["get"]["security"]
    assert all("csrfHeader" in one for one in paths["/api/tables"]["post"]["security"])
    assert paths["/api/notices/off/{token}"]["post"]["security"] == [], "mail programs send it"


def test_a_message_that_is_an_array_is_described_as_one(lisa):
    schemas = lisa.get("/schema/openapi.json")["components"]["schemas"]
    part = schemas["Scene"]["properties"]["parts"]["additionalProperties"]
    assert (part["type"], part["minItems"], part["maxItems"]) == ("array", 6, 7)


def test_the_docs_mention_every_address(server, lisa):
    pages = [ROOT / "docs" / "protocol.md", *(ROOT / "docs" / "protocol").glob("*.md")]
    told = "".join([page.read_text(encoding="utf-8") for page in pages])
    paths = {path for path in lisa.get("/schema/openapi.json")["paths"] if path.startswith("/api/")}
    assert [path for path in sorted(paths) if f"{path}`" not in told and f"{path}?" not in told] == []
