"""Existing values for the requests to the members' API, for `cargo xtask contract`."""

import json
import os
import re
import urllib.request
import zlib
from itertools import cycle

import refusals  # noqa: F401, registers its hook
import schemathesis

CALLER = os.environ["FAIRWAY_CONTRACT_MEMBER"]
OTHERS = [
    "pieter.vandenberg@fairway.example",
    "willem.jansen@fairway.example",
    "sanne.bakker@fairway.example",
]


def request_as_member(path, body=None):
    """Sends a request with the member's session and returns the response's JSON."""
    headers = {"Authorization": f"Bearer {os.environ['FAIRWAY_CONTRACT_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["FAIRWAY_CONTRACT_ADDRESS"] + path, data, headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)


def book():
    """Books a round on the last free day, so that a generated request can still book the description's example."""
    form = {"holes": 9, "golfclub": "essenlaan-haren", "players": [CALLER]}
    days = request_as_member("/api/reservations/availability", form)["data"]
    date = max(day for day, answer in days.items() if answer["reservable"])
    place = request_as_member("/api/reservations", {**form, "date": date})["reservation_id"]
    return request_as_member(f"/api/reservations/{place}")["data"]


# Values that only the portal can provide: the signed links of a round, a club's photo, and the id of a news item.
ROUND = book()
PHOTO = request_as_member("/api/golfclubs/wilgenhoek-amersfoort")["data"]["photos"][0]
FILES = {
    "/api/vouchers/{file}": ROUND["voucher_uri"].rsplit("/", 1)[1],
    "/api/calendar/{file}": ROUND["calendar_uri"].rsplit("/", 1)[1],
    "/api/photos/{file}": PHOTO["sizes"][0]["uri"].rsplit("/", 1)[1],
}
NEWS = request_as_member("/api/news/important")["data"][0]["id"]
EVERY_OTHER = cycle([True, False])

# The body that was sent, by route and `Idempotency-Key`.
BODIES = {}


@schemathesis.hook
def map_case(context, case):
    """Replaces generated values by existing ones, so that fewer requests are refused by rules beyond their schema."""
    meta = case.meta
    if meta is not None and meta.generation.mode.is_positive:
        use_existing_files_and_news(case)
        use_existing_members(case)
    use_unique_idempotency_key(case)
    return case


def use_existing_files_and_news(case):
    """Replaces every second generated file name or news id by an existing one."""
    if case.path in FILES and next(EVERY_OTHER):
        case.path_parameters = {"file": FILES[case.path]}
    if case.path == "/api/news/important/dismiss" and next(EVERY_OTHER):
        case.body = {"id": NEWS}


def use_existing_members(case):
    """Replaces the generated addresses by those of members, in about half of the requests."""
    body = case.body
    players = body.get("players") if isinstance(body, dict) else None
    if isinstance(players, list) and zlib.crc32(repr(players).encode()) % 2 == 0:
        invited = OTHERS if case.path.endswith("/player/add") else [CALLER, *OTHERS]
        case.body = {**body, "players": invited[: len(players)]}


def use_unique_idempotency_key(case):
    """Changes an `Idempotency-Key` that was already sent with another body. Invalid keys are not changed."""
    key = (case.headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not re.fullmatch("[!-~]([ -~]*[!-~])?", key) or len(key) > 255:
        return
    route = (case.method, case.path, repr(case.path_parameters))
    body = repr(case.body)
    if BODIES.setdefault((route, key), body) != body:
        key = str(len(BODIES)).rjust(len(key), "k")
        BODIES[(route, key)] = body
        case.headers["Idempotency-Key"] = key
