"""Report over HTTP whether the server works."""

from __future__ import annotations

from litestar import Response, get
from msgspec import UNSET

from menagerie import versions
from menagerie.server.protocol.outgoing.health import Health, Readiness, Versions
from menagerie.server.services.assembly import Services


@get("/health", summary="Show whether the server works")
async def health(services: Services) -> Response[Health]:
    """Return whether the server works, what doesn't, and which versions it speaks."""
    problems = await services.health.problems()
    promises = Versions(**versions.promises(), rules=versions.rules())
    told = Health(ok=not problems, problems=problems, version=versions.VERSION, versions=promises)
    return Response(told, status_code=503 if problems else 200)


@get("/ready", summary="Show whether the server is ready")
async def ready(services: Services) -> Response[Readiness]:
    """Return whether this process should receive requests, and if not, why."""
    why = await services.health.why_not_ready()
    return Response(Readiness(ready=not why, why=why or UNSET), status_code=503 if why else 200)


HEALTH = (health, ready)
