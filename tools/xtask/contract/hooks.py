"""The rules that the API's description cannot express, for `cargo xtask contract`.

A schema limits a value. It cannot express that an address belongs to a member, that a link is still valid or that a
day exists. A request that breaks such a rule is refused with 422 although it conforms to its schema. The allowed
refusals of such requests are listed here; every other refusal of a conforming request is a gap between description and
server.
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

REFUSALS_BEYOND_SCHEMAS = [
    # Members, docs/domain.md §3.1.
    r".+ niet gevonden",
    r"Je moet zelf een van de spelers zijn\.",
    r"Je kunt jezelf niet als favoriet kiezen\.",
    # Two addresses that differ only in capitals are the same player.
    r"Een speler kan maar één keer meedoen\.",
    # The `Idempotency-Key` was already used with another body.
    r"Deze aanvraag lijkt op een eerdere, maar met andere gegevens\. Begin opnieuw\.",
    # A link is valid once, for an hour.
    r"Deze link is verlopen of al gebruikt\. Vraag een nieuwe aan(\.|, in je profiel of bij onze klantenservice\.)",
    # A challenge is the server's own, and a passkey's answer is signed by a device.
    r"Dit duurde te lang\. Probeer het opnieuw\.",
    r"Je apparaat gaf geen geldige passkey\. Probeer het opnieuw\.",
    # A browser's push subscription: an address at a known push service, a point of the curve, 16 bytes.
    r"De meldingen van deze browser kunnen we niet bereiken\.",
    r"De sleutel van deze browser is niet geldig\.",
    # A new address: one that mail reaches, and another one; with the password.
    r"Vul een geldig e-mailadres in\.",
    r"Dit is al je e-mailadres\.",
    r"Dit is niet je wachtwoord\.",
    # The current password. No example has it, because changing it would end the sessions of this run.
    r"Dit is niet je huidige wachtwoord\.",
    r"Kies een ander wachtwoord dan je huidige\.",
    # The country decides the form of a postcode.
    r"Vul een (geldige )?postcode in.+",
    r"Dit is een (Belgische|Duitse) postcode: .+",
    r"Een (Belgische |Duitse )?postcode heeft .+",
    # The day must exist and be in the past.
    r"Vul een bestaande datum in als dd-mm-jjjj\.",
    r"Je geboortedatum moet in het verleden liggen\.",
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure, unless it is a refusal by a rule that no schema can express."""
    if failure.code != "ST202" or response.status_code != 422:
        return True
    answer = json.loads(response.content)
    sentences = list(answer.get("errors", {}).values()) or [answer["error"]]
    return not all(is_beyond_schemas(sentence) for sentence in sentences)


def is_beyond_schemas(sentence):
    return any(re.fullmatch(known, sentence, re.DOTALL) for known in REFUSALS_BEYOND_SCHEMAS)


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
