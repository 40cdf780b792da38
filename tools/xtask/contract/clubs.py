"""Sessions and existing values for the requests to the clubs' API, for `cargo xtask contract`."""

import json
import os
import urllib.request
import uuid
from datetime import date, timedelta
from itertools import cycle

import refusals  # noqa: F401, registers its hook
import schemathesis

ADDRESS = os.environ["FAIRWAY_CONTRACT_ADDRESS"]
MANAGER = "manager@wilgenhoek-amersfoort.example"
COOKIE = "__Host-fairway_club"
# What `clubs.toml` has in the place of the cookie's value and of a system's token.
PLACEHOLDERS = "manager", "Bearer system"


def answer(path, body=None, session=(None, "")):
    """Sends a request with a session, which is a cookie's value and its form token."""
    cookie, form_token = session
    headers = {
        "Cookie": f"{COOKIE}={cookie}",
        "X-CSRF-Token": form_token,
        "Origin": ADDRESS,
        "Content-Type": "application/json",
    }
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data, headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        return response.headers, json.load(response)


def log_in():
    headers, session = answer("/club/api/login", {"email": MANAGER, "password": "fairway-demo"})
    cookie = next(cookie for cookie in headers.get_all("Set-Cookie") if cookie.startswith(f"{COOKIE}="))
    return cookie.split(";")[0].removeprefix(f"{COOKIE}="), session["csrf_token"]


SESSION = log_in()
# The requests that log out end this session, which no other request uses.
SPARE = log_in()


def read(path):
    return answer(path, session=SESSION)[1]


def send(path, body):
    return answer(path, body, SESSION)[1]


SCOPES = ["arrivals.read", "arrivals.write", "course.read", "course.write"]
TOKEN = send("/club/api/systems", {"name": "Kassa", "scopes": SCOPES})["token"]

# Values that only the portal can provide: who came today, players of a day that can still be corrected, one of them with
# a scan of today that somebody has to decide on, an account and another system.
TODAY = read("/club/api/session")["server_time"][:10]
WALK_IN = {"nonce": str(uuid.uuid4()), "email": os.environ["FAIRWAY_CONTRACT_MEMBER"], "holes": 9}
ARRIVED = send("/club/api/walk-ins", WALK_IN)["place"]
EARLIER = [str(date.fromisoformat(TODAY) - timedelta(days)) for days in range(1, 8)]
PAST = next(day for day in map(read, (f"/club/api/days/{day}" for day in EARLIER)) if day["flights"])
ABSENT, SCANNED = (player["place"] for player in PAST["flights"][0]["players"][:2])
SCAN = {"nonce": str(uuid.uuid4()), "day": TODAY, "scanned_at": f"{TODAY}T09:00:00+01:00", "age_ms": 0}
send("/club/api/scans", {"waiting": 0, "scans": [{**SCAN, "method": "list", "place": SCANNED}]})
DESK = next(account for account in read("/club/api/accounts")["accounts"] if account["role"] == "desk")
SYSTEM = send("/club/api/systems", {"name": "Scherm", "scopes": SCOPES})

EXISTING = {
    "/club/api/absences": {"date": PAST["date"], "places": [ABSENT]},
    "/club/api/absences/withdraw": {"date": PAST["date"], "place": ABSENT},
    "/club/api/accounts/disable": {"id": DESK["id"]},
    "/club/api/accounts/invite-again": {"id": DESK["id"]},
    "/club/api/accounts/role": {"id": DESK["id"]},
    "/club/api/arrivals/annul": {"date": TODAY, "place": ARRIVED},
    "/club/api/arrivals/decide": {"date": PAST["date"], "scan": SCAN["nonce"]},
    "/club/api/arrivals/holes": {"date": PAST["date"], "place": SCANNED},
    "/club/api/statements/{month}/disputes": {"date": PAST["date"], "place": SCANNED},
    "/club/api/systems/rotate": {"id": SYSTEM["id"]},
}
EVERY_OTHER = cycle([True, False])


@schemathesis.hook
def map_case(context, case):
    """Replaces generated values by existing ones, so that fewer requests are refused by rules beyond their schema."""
    if case.meta is not None and case.meta.generation.mode.is_positive:
        if next(EVERY_OTHER):
            use_existing(case)
        use_valid_places(case.body)
    return case


def use_existing(case):
    """Replaces the generated day, month and ids by existing ones."""
    known = {"date": TODAY, "month": TODAY[:7]}
    parameters = case.path_parameters or {}
    case.path_parameters = {name: known.get(name, value) for name, value in parameters.items()}
    if case.path in EXISTING:
        case.body = {**case.body, **EXISTING[case.path]}


def use_valid_places(body):
    """A scan has either a code or a place. Schemathesis takes an empty text for a UUID where null is allowed."""
    if not isinstance(body, dict):
        return
    if body.get("place") == "":
        body["place"] = None
    for scan in body.get("scans", []):
        if (scan.get("code") is None) == (scan.get("place") is None) or scan.get("place") == "":
            scan.update(code=None, place=SCANNED)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces the placeholders of `clubs.toml` by a session and by the system's token."""
    session_placeholder, system_placeholder = PLACEHOLDERS
    if (case.cookies or {}).get(COOKIE) == session_placeholder:
        cookie, form_token = SPARE if case.path == "/club/api/logout" else SESSION
        # Other cases have the same cookies.
        case.cookies = {**case.cookies, COOKIE: cookie}
        case.headers["X-CSRF-Token"] = form_token
    if (case.headers or {}).get("Authorization") == system_placeholder:
        case.headers["Authorization"] = f"Bearer {TOKEN}"
