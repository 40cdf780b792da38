"""What the API's description cannot say, for `cargo xtask contract`.

A schema bounds a value; it cannot say that somebody has an address, that a link still works or that a day exists in a
calendar of its own writing. Such a request is refused with 422 although it fits its schema. Each sentence that may be said
then is listed here; every other refusal of a request that fits is a gap between document and server.
"""

import json
import os
import re
import urllib.request
import zlib
from itertools import cycle

import schemathesis

CALLER = os.environ["FAIRWAY_CONTRACT_MEMBER"]
OTHERS = [
    "pieter.vandenberg@fairway.example",
    "willem.jansen@fairway.example",
    "sanne.bakker@fairway.example",
]


def ask(path, body=None):
    """What the portal answers a member."""
    headers = {"Authorization": f"Bearer {os.environ['FAIRWAY_CONTRACT_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["FAIRWAY_CONTRACT_ADDRESS"] + path, data, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def book():
    """Books a round on the last day that is free, which leaves the description's example to the first request."""
    wanted = {"holes": 9, "golfclub": "essenlaan-haren", "players": [CALLER]}
    days = ask("/api/reservations/availability", wanted)["data"]
    date = max(day for day, answer in days.items() if answer["reservable"])
    place = ask("/api/reservations", {**wanted, "date": date})["reservation_id"]
    return ask(f"/api/reservations/{place}")["data"]


# What only the portal can name: signed links of a round, an item of the news.
ROUND = book()
FILES = {
    "/api/vouchers/{file}": ROUND["voucher_uri"].rsplit("/", 1)[1],
    "/api/calendar/{file}": ROUND["calendar_uri"].rsplit("/", 1)[1],
}
NEWS = ask("/api/news/important")["data"][0]["id"]
EVERY_OTHER = cycle([True, False])

# By route and `Idempotency-Key`.
BODIES = {}

REFUSALS_BEYOND_SCHEMAS = [
    # Members, docs/domain.md §3.1.
    r".+ niet gevonden",
    r"Je moet zelf een van de spelers zijn\.",
    # Addresses differ by more than capitals.
    r"Een speler kan maar één keer meedoen\.",
    # A key was used before, with another body.
    r"Deze aanvraag lijkt op een eerdere, maar met andere gegevens\. Begin opnieuw\.",
    # A link works once and for an hour.
    r"Deze link is verlopen of al gebruikt\. Vraag een nieuwe aan\.",
    # The member's own, which no example gives: it would end the sessions of this run.
    r"Dit is niet je huidige wachtwoord\.",
    r"Kies een ander wachtwoord dan je huidige\.",
    # Days that exist, in the past.
    r"Vul een bestaande datum in als dd-mm-jjjj\.",
    r"Je geboortedatum moet in het verleden liggen\.",
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure, unless it is a refusal that no schema could have told."""
    if failure.code != "ST202" or response.status_code != 422:
        return True
    answer = json.loads(response.content)
    sentences = list(answer.get("errors", {}).values()) or [answer["error"]]
    return not all(is_beyond_schemas(sentence) for sentence in sentences)


def is_beyond_schemas(sentence):
    return any(re.fullmatch(known, sentence, re.DOTALL) for known in REFUSALS_BEYOND_SCHEMAS)


@schemathesis.hook
def map_case(context, case):
    """Lets requests come further than the first thing that no schema can say."""
    meta = case.meta
    if meta is not None and meta.generation.mode.is_positive:
        name_what_there_is(case)
        name_members(case)
    name_once(case)
    return case


def name_what_there_is(case):
    """Puts what the portal named in the place of every other made-up file and item."""
    if case.path in FILES and next(EVERY_OTHER):
        case.path_parameters = {"file": FILES[case.path]}
    if case.path == "/api/news/important/dismiss" and next(EVERY_OTHER):
        case.body = {"id": NEWS}


def name_members(case):
    """Puts members in the place of the made-up addresses of every other request."""
    body = case.body
    players = body.get("players") if isinstance(body, dict) else None
    if isinstance(players, list) and zlib.crc32(repr(players).encode()) % 2 == 0:
        invited = OTHERS if case.path.endswith("/player/add") else [CALLER, *OTHERS]
        case.body = {**body, "players": invited[: len(players)]}


def name_once(case):
    """Gives another `Idempotency-Key` to a request whose key was sent with another body; what is no key stays."""
    key = (case.headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not re.fullmatch("[!-~]([ -~]*[!-~])?", key) or len(key) > 255:
        return
    route = (case.method, case.path, repr(case.path_parameters))
    body = repr(case.body)
    if BODIES.setdefault((route, key), body) != body:
        key = str(len(BODIES)).rjust(len(key), "k")
        BODIES[(route, key)] = body
        case.headers["Idempotency-Key"] = key
