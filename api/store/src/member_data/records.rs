//! The records about the member: mails, refusals, look-ups, operators' acts and their notes.

use super::section::{Section, field};

pub(super) const SECTIONS: &[Section] = &[
    Section {
        name: "mails",
        means: "Mails die we je in de laatste 90 dagen stuurden. De tekst bewaren we niet langer dan tot het versturen.",
        tables: &["mail_outbox", "sent_round_mails", "mails_in_hand"],
        fields: &[
            field(
                "soort",
                "split_part(dedup_key, ':', 1)",
                "Waardoor de mail kwam: event is een gebeurtenis van een ronde of bestelling, reminder de herinnering de dag voor je ronde",
            ),
            field("onderwerp", "subject", "Het onderwerp, zolang de mail wacht"),
            field("speeldatum", "play_date", "De dag van de ronde waarover de mail gaat"),
            field("klaargezet_op", "queued_at", "Wanneer de mail is gemaakt"),
            field(
                "verstuurd_op",
                "CASE WHEN state = 'sent' THEN settled_at END",
                "Wanneer de mail is verstuurd",
            ),
            field("mislukt_op", "CASE WHEN state = 'failed' THEN settled_at END", "Wanneer we het opgaven"),
            field("geweigerd_adres", "bounced_address", "Het adres dat de mail weigerde"),
        ],
        // A mail of another member may go to what is this one's address now.
        from: "(SELECT id, dedup_key, subject, play_date, queued_at, state, settled_at, bounced_address FROM mail_outbox
                WHERE member_id = $1 OR member_id IS NULL AND address = (SELECT email FROM members WHERE id = $1)
                UNION ALL
                SELECT id, 'event', NULL, play_date, queued_at, 'sent', sent_at, NULL FROM sent_round_mails
                WHERE $1 = ANY(member_ids)
                    AND booking_id IN (SELECT booking_id FROM reservations_places WHERE member_id = $1)
                UNION ALL
                SELECT mail.id, 'event', NULL, mail.play_date, queued_at, 'uncomposed', NULL, NULL
                FROM mails_in_hand, UNNEST(mail_ids, member_ids, play_dates) AS mail (id, member_id, play_date)
                WHERE mail.member_id = $1) AS mail
               ORDER BY queued_at, id",
    },
    Section {
        name: "weigeringen",
        means: "Wat je in de laatste 90 dagen vroeg en wat een regel weigerde.",
        tables: &["refusals"],
        fields: &[
            field("op", "at", "Wanneer"),
            field("opdracht", "command", "Wat er werd gevraagd"),
            field("regel", "rule", "De code van de regel"),
            field(
                "uitleg",
                "CASE WHEN about IS NULL OR about = member_id THEN sentence END",
                "De uitleg; leeg als die over een ander gaat",
            ),
            field(
                "over_een_ander",
                "about IS NOT NULL AND about <> member_id",
                "Of de regel over een medespeler ging",
            ),
            field("baan", "club_id", "De golfbaan"),
            field("speeldatum", "play_date", "De dag van de ronde"),
            field("holes", "holes", "9 of 18 holes"),
            field("aantal_spelers", "cardinality(players)", "Voor hoeveel spelers"),
            field("klantenservice", "by_operator", "Of een medewerker het namens jou vroeg"),
        ],
        from: "refusals WHERE member_id = $1 ORDER BY at, id",
    },
    Section {
        name: "opgezochte_spelers",
        means: "Hoe vaak je vandaag spelers opzocht. Wie dat waren staat er niet leesbaar in.",
        tables: &["player_lookups"],
        fields: &[
            field("dag", "day", "De dag"),
            field("aantal", "day_count", "Hoe vaak op die dag"),
            field("laatste_minuut", "recent", "De momenten van de laatste minuut"),
        ],
        from: "player_lookups WHERE member_id = $1",
    },
    Section {
        name: "meekijken",
        means: "Wanneer een medewerker met jouw account mocht meekijken, en waarom. De naam van de medewerker staat er niet bij.",
        tables: &["impersonations"],
        fields: &[
            field("reden", "reason", "Waarom"),
            field("aangemaakt_op", "created_at", "Wanneer de link werd gemaakt"),
            field("gebruikt_op", "used_at", "Wanneer de medewerker meekeek; leeg als dat niet gebeurde"),
        ],
        from: "impersonations WHERE member_id = $1 ORDER BY created_at, id",
    },
    Section {
        name: "medewerkers",
        means: "Wat medewerkers met je gegevens deden buiten je rondes om. De naam van de medewerker staat er niet bij.",
        tables: &["operator_actions"],
        fields: &[
            field("op", "at", "Wanneer"),
            field("handeling", "action", "Wat er werd gedaan, in het Engels van de schermen van medewerkers"),
            field("waarmee", "subject", "Waarmee: namen van velden of onderdelen, nooit een waarde"),
            field("reden", "reason", "Waarom; leeg bij alleen bekijken"),
        ],
        from: "operator_actions WHERE member_id = $1 ORDER BY at, id",
    },
    Section {
        name: "banen",
        means: "Wat banen met je gegevens deden buiten de aankomsten om. De naam van de medewerker staat er niet bij.",
        tables: &["club_actions"],
        fields: &[
            field("op", "at", "Wanneer"),
            field("baan", "club_id", "De baan"),
            field("handeling", "action", "Wat er werd gedaan, in het Engels van het systeem"),
            field("waarmee", "subject", "Waarmee: een soort en een nummer"),
            field("reden", "reason", "Waarom; leeg bij alleen bekijken"),
        ],
        from: "club_actions WHERE member_id = $1 ORDER BY at, id",
    },
    Section {
        name: "notities",
        means: "Wat medewerkers voor elkaar over je noteerden. De naam van de medewerker staat er niet bij.",
        tables: &["member_notes"],
        fields: &[field("op", "at", "Wanneer"), field("tekst", "text", "De notitie")],
        from: "member_notes WHERE member_id = $1 ORDER BY at, id",
    },
];
