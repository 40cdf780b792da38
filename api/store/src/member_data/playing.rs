//! The member's rights to play, rounds and purchases.

use super::section::{Section, field};

const SCANNED: &str = "CASE arrival.method WHEN 'camera' THEN 'camera' WHEN 'scanner' THEN 'scanner'
    WHEN 'number' THEN 'nummer ingetypt' ELSE 'gekozen uit de lijst' END";

pub(super) const SECTIONS: &[Section] = &[
    Section {
        name: "rondes",
        means: "Rondes waarin je een plaats hebt of had. Van je medespelers staat hier alleen de voornaam.",
        tables: &["reservations_places", "reservations_bookings"],
        fields: &[
            field("plaats", "place.place_id", "Het nummer van je plaats"),
            field("speeldatum", "place.play_date", "De dag waarop je speelt"),
            field("baan", "coalesce(club.name, booking.club_id)", "De golfbaan"),
            field("holes", "booking.holes", "9 of 18 holes"),
            field("geboekt_op", "booking.booked_at", "Wanneer de ronde werd gereserveerd"),
            field("je_leidt_de_groep", "booking.master_id = place.member_id", "Of jij de reservering beheert"),
            field("abonnement", "place.subscription_id", "Het abonnement waarmee je speelt; leeg bij een voucher"),
            field("voucher", "place.voucher_id", "De voucher waarmee je speelt; leeg bij een abonnement"),
            field("geannuleerd_op", "place.cancelled_at", "Wanneer je plaats is geannuleerd; leeg als dat niet zo is"),
            field("speelrecht_vervallen", "place.playright_expired", "Of je speelrecht door annuleren is vervallen"),
            field(
                "medespelers",
                "(SELECT coalesce(json_agg(coalesce(person.first_name, 'verwijderd lid') ORDER BY other.standing), '[]')
                  FROM reservations_places AS other LEFT JOIN members AS person ON person.id = other.member_id
                  WHERE other.booking_id = place.booking_id AND other.member_id <> place.member_id
                      AND (place.cancelled_at IS NULL OR other.member_id = ANY (
                          SELECT own.other FROM co_players AS own
                          WHERE own.booking_id = place.booking_id AND own.member_id = place.member_id)))",
                "De voornamen van wie in dezelfde reservering staat of stond; van een geannuleerde plaats: wie er toen met je in stond",
            ),
        ],
        from: "reservations_places AS place JOIN reservations_bookings AS booking USING (booking_id)
               LEFT JOIN clubs AS club ON club.id = booking.club_id
               WHERE place.member_id = $1 ORDER BY place.play_date, place.place_id",
    },
    Section {
        name: "aankomsten",
        means: "Rondes waarvoor je op de club aankwam.",
        tables: &["arrivals_places"],
        fields: &[
            field("plaats", "arrival.place_id", "Het nummer van je plaats"),
            field("speeldatum", "arrival.play_date", "De dag waarop je aankwam"),
            field("baan", "coalesce(club.name, arrival.club_id)", "De golfbaan"),
            field("holes", "arrival.holes", "9 of 18 holes, zoals gereserveerd"),
            field("gespeelde_holes", "arrival.played_holes", "Hoeveel holes je speelde, zoals de club het doorgaf"),
            field("aangekomen_op", "arrival.arrived_at", "Wanneer je aankwam"),
            field("hoe", SCANNED, "Hoe de club dat vastlegde"),
            field("ter_plekke_gereserveerd", "arrival.walk_in", "Of de club de ronde reserveerde toen je aankwam"),
            field("door_een_besluit", "arrival.by_decision", "Of de scan meetelt omdat de club dat besloot"),
            field("nog_eens_gezien", "arrival.seen_again", "Hoe vaak je code daarna nog is gescand"),
            field("teruggenomen_op", "arrival.annulled_at", "Wanneer de club je aankomst terugnam; leeg als dat niet zo is"),
        ],
        from: "arrivals_places AS arrival LEFT JOIN clubs AS club ON club.id = arrival.club_id
               WHERE arrival.member_id = $1 ORDER BY arrival.play_date, arrival.arrived_at",
    },
    Section {
        name: "scans",
        means: "Elke keer dat een club je code scande of je in de lijst aanklikte.",
        tables: &["arrivals_scans"],
        fields: &[
            field("plaats", "arrival.place_id", "De plaats van de code"),
            field("speeldatum", "arrival.play_date", "De dag waarvoor de club scande"),
            field("baan", "coalesce(club.name, arrival.club_id)", "De golfbaan die scande"),
            field("gescand_op", "arrival.scanned_at", "Wanneer"),
            field("hoe", SCANNED, "Hoe de club dat vastlegde"),
            field(
                "wat",
                "CASE arrival.kind WHEN 'arrival' THEN 'aangekomen' WHEN 'seen_again' THEN 'nog eens gezien'
                 WHEN 'other_day' THEN 'andere dag' WHEN 'other_club' THEN 'andere club' ELSE 'geannuleerd' END",
                "Wat de club zag: aangekomen, nog eens gezien, andere dag, andere club of geannuleerd",
            ),
            field("telt_mee", "arrival.counts", "Wat de club besloot over een scan die niet klopte; leeg zonder besluit"),
            field("reden", "arrival.reason", "Waarom; leeg zonder besluit"),
        ],
        from: "arrivals_scans AS arrival LEFT JOIN clubs AS club ON club.id = arrival.club_id
               WHERE arrival.member_id = $1 ORDER BY arrival.scanned_at, arrival.scan_id",
    },
    Section {
        name: "afwezigheden",
        means: "Rondes waarvan de club meldde dat je niet kwam.",
        tables: &["arrivals_absences"],
        fields: &[
            field("plaats", "absence.place_id", "Het nummer van je plaats"),
            field("speeldatum", "absence.play_date", "De dag van de ronde"),
            field("baan", "coalesce(club.name, absence.club_id)", "De golfbaan"),
            field(
                "reden",
                "CASE absence.reason WHEN 'weather' THEN 'weer' WHEN 'illness' THEN 'ziekte' ELSE 'niet verschenen' END",
                "Waarom, volgens de club: niet verschenen, weer of ziekte",
            ),
            field("gemeld_op", "absence.recorded_at", "Wanneer de club dat meldde"),
            field("bezwaar_op", "absence.objected_at", "Wanneer je liet weten dat het niet klopt; leeg als dat niet zo is"),
            field(
                "vervallen_op",
                "absence.ended_at",
                "Wanneer de club de melding introk, of je toch bleek te zijn aangekomen; leeg als ze geldt",
            ),
        ],
        from: "arrivals_absences AS absence LEFT JOIN clubs AS club ON club.id = absence.club_id
               WHERE absence.member_id = $1 ORDER BY absence.play_date, absence.place_id",
    },
    Section {
        name: "wachtlijsten",
        means: "Wachtlijsten waarop je staat of stond, of waarop je medespelers zette. Van hen staat hier alleen de voornaam.",
        tables: &["waiting_lists_players", "waiting_lists_groups"],
        fields: &[
            field("groep", "waiting.group_id", "Het nummer van je groep"),
            field("baan", "coalesce(club.name, waiting.club_id)", "De golfbaan"),
            field("speeldatum", "waiting.play_date", "De dag waarop jullie willen spelen"),
            field("holes", "waiting.holes", "9 of 18 holes"),
            field("je_vroeg_het_zelf", "waiting.asked_by = $1", "Of jij de groep op de lijst zette"),
            field("sinds", "waiting.asked_at", "Wanneer de groep op de lijst kwam"),
            field(
                "stand",
                "CASE waiting.state WHEN 'offered' THEN 'aangeboden' WHEN 'taken' THEN 'genomen' WHEN 'left' THEN 'gestopt'
                 ELSE 'wacht' END",
                "Wacht, aangeboden, genomen of gestopt",
            ),
            field("aangeboden_tot", "waiting.offered_until", "Tot wanneer plaatsen voor jullie vrij blijven; leeg zonder aanbod"),
            field(
                "medespelers",
                "(SELECT coalesce(json_agg(coalesce(person.first_name, 'verwijderd lid') ORDER BY other.standing), '[]')
                  FROM waiting_lists_players AS other LEFT JOIN members AS person ON person.id = other.member_id
                  WHERE other.group_id = waiting.group_id AND other.member_id <> $1)",
                "De voornamen van wie met je wacht",
            ),
        ],
        from: "waiting_lists_groups AS waiting LEFT JOIN clubs AS club ON club.id = waiting.club_id
               WHERE waiting.group_id IN (
                   SELECT group_id FROM waiting_lists_players WHERE member_id = $1
                   UNION SELECT group_id FROM waiting_lists_groups WHERE asked_by = $1 AND joins IS NOT NULL)
               ORDER BY waiting.play_date, waiting.position",
    },
    Section {
        name: "abonnementen",
        means: "Je abonnementen en wat je ermee mag spelen.",
        tables: &["play_rights_subscriptions"],
        fields: &[
            field("nummer", "subscription_id", "Het nummer van het abonnement"),
            field("naam", "name", "De naam van het abonnement"),
            field("van", "startdate", "De eerste dag waarop het geldt"),
            field("tot_en_met", "enddate", "De laatste dag waarop het geldt"),
            field("prijs_in_centen", "amount_cents", "De prijs in eurocenten"),
            field("betaald_op", "paymentdate", "Wanneer het is betaald; leeg als dat niet bekend is"),
            field("rondes", "max_rounds", "Het aantal rondes"),
            field("rondes_per_maand", "per_month", "Het aantal rondes per maand; leeg zonder maximum"),
            field("holes", "max_holes", "De langste ronde: 9 of 18 holes"),
            field("ingetrokken", "withdrawn", "Of een medewerker het heeft ingetrokken"),
        ],
        from: "play_rights_subscriptions WHERE member_id = $1 ORDER BY startdate, subscription_id",
    },
    Section {
        name: "vouchers",
        means: "Extra rondes die je kreeg of kocht.",
        tables: &["vouchers"],
        fields: &[
            field("nummer", "voucher_id", "Het nummer van de voucher"),
            field("soort", "CASE kind WHEN 'bonus' THEN 'gekregen' ELSE 'gekocht' END", "Gekregen of gekocht"),
            field("titel", "title", "De naam van de voucher"),
            field("holes", "holes", "De langste ronde: 9 of 18 holes"),
            field("geldig_tot_en_met", "expires", "De laatste dag waarop de voucher geldt"),
            field("gebruikt_voor", "used_when", "De speeldatum waarvoor je hem gebruikt; leeg als hij vrij is"),
            field("plaats", "place_id", "De plaats waarvoor je hem gebruikt; leeg als hij vrij is"),
            field("vervallen", "forfeited", "Of hij door annuleren op de speeldag is vervallen"),
            field("ingetrokken", "withdrawn", "Of hij is ingetrokken: terugbetaald, of door een medewerker"),
        ],
        from: "vouchers WHERE member_id = $1 ORDER BY expires, voucher_id",
    },
    Section {
        name: "speelrechten",
        means: "Elk speelrecht dat je gebruikte, terugkreeg of verloor.",
        tables: &["ledger"],
        fields: &[
            field("dag", "day", "De dag waarop het gebeurde"),
            field(
                "wat",
                "CASE kind WHEN 'claimed' THEN 'gebruikt' WHEN 'returned' THEN 'teruggegeven' ELSE 'vervallen' END",
                "Gebruikt, teruggegeven of vervallen",
            ),
            field("baan", "coalesce(club.name, club_id)", "De golfbaan"),
            field("speeldatum", "play_date", "De dag van de ronde"),
            field("plaats", "place_id", "De plaats waarom het gaat"),
            field("abonnement", "subscription_id", "Het abonnement; leeg bij een voucher"),
            field("voucher", "voucher_id", "De voucher; leeg bij een abonnement"),
        ],
        from: "ledger LEFT JOIN clubs AS club ON club.id = club_id WHERE member_id = $1 ORDER BY position",
    },
    Section {
        name: "bestellingen",
        means: "Wat je hier bestelde en hoe de betaling verliep. Je rekeningnummer kennen we niet.",
        tables: &["orders"],
        fields: &[
            field("nummer", "order_id", "Het nummer van de bestelling"),
            field("besteld_op", "placed_at", "Wanneer je bestelde"),
            field(
                "wat",
                "CASE product WHEN 'freevoucher' THEN 'vrije voucher' ELSE 'NGF-registratie' END",
                "Vrije voucher of NGF-registratie",
            ),
            field("aantal", "quantity", "Hoeveel"),
            field("jaar", "year", "Het jaar waarvoor het telt"),
            field("holes", "holes", "De langste ronde van de vouchers"),
            field("pakket", "package", "Het pakket van de registratie"),
            field("bedrag_in_centen", "amount_cents", "De prijs in eurocenten"),
            field("terugbetaald_in_centen", "refunded_cents", "Wat is terugbetaald, in eurocenten"),
            field(
                "stand",
                "CASE status WHEN 'open' THEN 'open' WHEN 'paid' THEN 'betaald' WHEN 'failed' THEN 'mislukt'
                 WHEN 'canceled' THEN 'afgebroken' ELSE 'verlopen' END",
                "Open, betaald, mislukt, afgebroken of verlopen",
            ),
            field("afgerond_op", "settled_at", "Wanneer dat bekend werd; leeg zolang de bestelling open is"),
            field("betaalmethode", "method", "Hoe je betaalde"),
            field("betaling", "payment_id", "Het nummer van de betaling bij de betaalprovider"),
        ],
        from: "orders WHERE member_id = $1 ORDER BY placed_at, order_id",
    },
    Section {
        name: "ngf_registraties",
        means: "De jaren waarin je via ons bij de golffederatie bent geregistreerd.",
        tables: &["federation_registrations", "orders_registrations"],
        fields: &[
            field("jaar", "year", "Het jaar"),
            field("pakket", "package", "Het pakket"),
            field("bestelling", "order_id", "De bestelling; leeg als je hier niet bestelde"),
        ],
        from: "(SELECT year, package, NULL::uuid AS order_id FROM federation_registrations WHERE member_id = $1
                UNION ALL SELECT year, package, order_id FROM orders_registrations WHERE member_id = $1) AS registration
               ORDER BY year, order_id",
    },
    Section {
        name: "aanbiedingen",
        means: "Aanbiedingen die alleen voor jou zijn.",
        tables: &["offers"],
        fields: &[
            field("naam", "name", "De naam van de aanbieding"),
            field("prijs_in_centen", "amount_cents", "De prijs in eurocenten"),
            field("adres", "url", "Waar je haar vindt"),
            field("eigenschappen", "properties", "Wat erbij hoort"),
        ],
        from: "offers WHERE member_id = $1 ORDER BY ordinal, id",
    },
];
