"""The rules that the APIs' descriptions cannot express, for `cargo xtask contract`.

A schema limits a value. It cannot express that an address belongs to a member, that a link is still valid or that a
day exists. A request that breaks such a rule is refused with 422 although it conforms to its schema. The allowed
refusals of such requests are listed here; every other refusal of a conforming request is a gap between description and
server.
"""

import json
import re

import schemathesis

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
    r"Je (apparaat|toestel) gaf geen geldige passkey\. Probeer het opnieuw\.",
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
    # A club's day, month and position: one that exists, or that can be shown or changed.
    r"Deze dag kan niet worden getoond\.",
    r"Kies een dag (die leden nu kunnen boeken|van deze maand)\.",
    r"Deze positie is er niet\. Begin opnieuw bij 0\.",
    # The change of a day decides whether it needs a number and a notice.
    r"Vul een aantal van 0 tot en met 1000 in\.",
    r"Schrijf de melding op één regel van hoogstens 100 tekens\.",
    # Texts that are kept for good name nobody; a name has no characters that nobody sees.
    r"De (reden|toelichting|melding) wordt (altijd )?bewaard.+",
    r"Vul een naam van hoogstens (40|100) tekens in\.",
    # The address of a new account: one that mail reaches, and of no other account.
    r"Vul een e-mailadres in\.",
    r"Dit e-mailadres heeft al een account\..+",
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
