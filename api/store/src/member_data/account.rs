//! The account: who the member is, and how they get in.

use super::section::{Section, field};

pub(super) const SECTIONS: &[Section] = &[
    Section {
        name: "account",
        means: "Wie je bent en hoe we je bereiken. Je wachtwoord staat er niet bij: dat kennen we zelf niet.",
        tables: &["members"],
        fields: &[
            field("lidnummer", "id", "Je nummer in het portaal"),
            field("e_mailadres", "email", "Waarmee je inlogt en waarheen we je mailen"),
            field(
                "nummer_bij_de_administratie",
                "member_number",
                "Waaraan de administratie je herkent; leeg als er geen is",
            ),
            field("voornaam", "first_name", "Je voornaam"),
            field("tussenvoegsel", "prefix", "Je tussenvoegsel; leeg als je er geen hebt"),
            field("achternaam", "last_name", "Je achternaam"),
            field("voorletters", "initials", "Je voorletters"),
            field("straat", "street", "Je straat"),
            field("huisnummer", "housenumber", "Je huisnummer"),
            field("postcode", "postcode", "Je postcode"),
            field("land", "country", "Het land van je adres, in twee letters"),
            field("woonplaats", "city", "Je woonplaats"),
            field("gsn", "gsn", "Je nummer bij de golffederatie; leeg als je er geen hebt"),
            field("telefoon", "telephone", "Je telefoonnummer"),
            field("geslacht", "gender", "M of F; leeg als je het niet hebt ingevuld"),
            field("geboortedatum", "birthdate", "Je geboortedatum"),
            field("lid_van_een_golfclub", "is_club_member", "Of je lid bent van een golfclub"),
            field("handicap", "handicap", "Je handicap"),
            field("golfclub", "golfassociation", "De golfclub waarvan je lid bent"),
            field(
                "profiel_compleet",
                "profile_complete",
                "Of alles is ingevuld wat nodig is om te reserveren",
            ),
            field("wachtwoord_ingesteld", "has_password", "Of je een wachtwoord hebt"),
            field(
                "afgesloten_op",
                "disabled_at",
                "Sinds wanneer je account is afgesloten; leeg als het open is",
            ),
            field("aangemaakt_op", "created_at", "Wanneer je account is gemaakt"),
        ],
        from: "members WHERE id = $1",
    },
    Section {
        name: "vorige_e_mailadressen",
        means: "Adressen die je eerder had, zodat een lijst waarop ze nog staan bij jou uitkomt.",
        tables: &["former_addresses"],
        fields: &[
            field("e_mailadres", "email", "Het adres"),
            field("tot", "left_at", "Wanneer je een ander adres kreeg"),
        ],
        from: "former_addresses WHERE member_id = $1 ORDER BY left_at, email",
    },
    Section {
        name: "ingelogde_apparaten",
        means: "Waar je bent of kort geleden was ingelogd. De sleutel van het apparaat zelf bewaren we niet.",
        tables: &["access_tokens"],
        fields: &[
            field("nummer", "id", "Het nummer van deze keer inloggen"),
            field("browser", "browser", "Zoals je browser zich noemde"),
            field("ingelogd_op", "created_at", "Wanneer je inlogde"),
            field(
                "laatst_gebruikt",
                "coalesce(last_seen_at, created_at)",
                "De laatste keer, op een uur nauwkeurig",
            ),
            field("geldig_tot", "expires_at", "Tot wanneer het hoogstens geldig is"),
            field("uitgelogd_op", "revoked_at", "Wanneer je uitlogde; leeg als je nog bent ingelogd"),
            field("klantenservice", "impersonation_id IS NOT NULL", "Of een medewerker namens jou meekeek"),
        ],
        from: "access_tokens WHERE member_id = $1 ORDER BY created_at, id",
    },
    Section {
        name: "passkeys",
        means: "De sleutels op je apparaten waarmee je inlogt. De geheime helft staat alleen op je apparaat.",
        tables: &["passkeys"],
        fields: &[
            field("naam", "name", "Zoals jij hem noemde"),
            field("toegevoegd_op", "created_at", "Wanneer je hem toevoegde"),
            field(
                "laatst_gebruikt",
                "last_used_at",
                "De laatste keer dat je ermee inlogde; leeg als dat niet gebeurde",
            ),
        ],
        from: "passkeys WHERE member_id = $1 ORDER BY created_at, id",
    },
    Section {
        name: "apparaten_met_meldingen",
        means: "De browsers waarop je meldingen aanzette. Hun adres en sleutels bij de meldingendienst zijn versleuteld en \
            staan hier niet.",
        tables: &["push_devices"],
        fields: &[
            field("browser", "name", "Hoe de browser zichzelf noemde"),
            field(
                "toont_namen_en_banen",
                "shows_details",
                "Of namen en banen op het vergrendelscherm mogen staan",
            ),
            field("aangezet_op", "created_at", "Wanneer je meldingen aanzette"),
            field("laatst_gebruikt", "last_used_at", "De laatste melding; leeg als er nog geen was"),
        ],
        from: "push_devices WHERE member_id = $1 ORDER BY created_at, id",
    },
    Section {
        name: "meldingen",
        means: "De meldingen van de laatste 90 dagen. Hun tekst wordt niet bewaard.",
        tables: &["push_messages"],
        fields: &[
            field("apparaat", "device.name", "Hoe de browser zichzelf noemde"),
            field("speeldag", "message.play_date", "Over welke dag"),
            field("klaargezet_op", "message.queued_at", "Wanneer de melding werd klaargezet"),
            field(
                "afgehandeld_op",
                "message.settled_at",
                "Wanneer de melding is verstuurd of vervallen; leeg als hij nog wacht",
            ),
            field(
                "uitkomst",
                "message.state",
                "waiting is nog te versturen, sent verstuurd, gathered samengevoegd met een andere, obsolete niet meer \
                nodig, failed niet aangenomen",
            ),
        ],
        from: "push_messages AS message JOIN push_devices AS device ON device.id = message.device_id
               WHERE device.member_id = $1 ORDER BY message.queued_at, message.device_id, message.dedup_key",
    },
    Section {
        name: "inloglinks",
        means: "Links om in te loggen die je in de laatste 24 uur kreeg, zonder de link zelf.",
        tables: &["login_links"],
        fields: &[
            field("aangevraagd_op", "created_at", "Wanneer de link werd aangevraagd"),
            field("geldig_tot", "expires_at", "Tot wanneer de link werkt"),
            field("gebruikt_op", "used_at", "Wanneer de link werd gebruikt of verviel"),
        ],
        from: "login_links WHERE member_id = $1 ORDER BY created_at",
    },
    Section {
        name: "nieuwe_wachtwoorden",
        means: "Links voor een nieuw wachtwoord die je in de laatste 24 uur kreeg, zonder de link zelf.",
        tables: &["password_resets"],
        fields: &[
            field("aangevraagd_op", "created_at", "Wanneer de link werd aangevraagd"),
            field("geldig_tot", "expires_at", "Tot wanneer de link werkt"),
            field("gebruikt_op", "used_at", "Wanneer de link werd gebruikt of verviel"),
        ],
        from: "password_resets WHERE member_id = $1 ORDER BY created_at",
    },
    Section {
        name: "nieuwe_e_mailadressen",
        means: "Nieuwe adressen die in de laatste 24 uur voor je account werden aangevraagd.",
        tables: &["address_changes"],
        fields: &[
            field("e_mailadres", "email", "Het nieuwe adres"),
            field("door_jou", "asked_by_member", "Of jij het aanvroeg; anders deed een medewerker dat"),
            field("aangevraagd_op", "created_at", "Wanneer het werd aangevraagd"),
            field("geldig_tot", "expires_at", "Tot wanneer je het kunt bevestigen"),
            field("afgehandeld_op", "ended_at", "Wanneer het werd bevestigd of verviel"),
        ],
        from: "address_changes WHERE member_id = $1 ORDER BY created_at",
    },
    Section {
        name: "agendakoppeling",
        means: "Of je agenda-app je rondes mag ophalen. Het geheime adres zelf bewaren we niet.",
        tables: &["calendar_feeds"],
        fields: &[
            field("aan", "is_on", "Of het adres werkt"),
            field("adres_nummer", "version", "Het hoeveelste adres dit is"),
            field("adres_gemaakt_op", "created_at", "Wanneer je dit adres maakte"),
        ],
        from: "calendar_feeds WHERE member_id = $1",
    },
    Section {
        name: "downloads",
        means: "Wanneer je deze gegevens in de laatste 90 dagen hebt gedownload.",
        tables: &["data_downloads"],
        fields: &[field("op", "downloaded_at", "Wanneer")],
        from: "data_downloads WHERE member_id = $1 ORDER BY downloaded_at",
    },
    Section {
        name: "favoriete_medespelers",
        means: "Medespelers die je als favoriet hebt bewaard. Van anderen staat hier alleen de voornaam.",
        tables: &["favourite_players"],
        fields: &[
            field("voornaam", "other.first_name", "De voornaam van je medespeler"),
            field("bewaard_op", "mark.marked_at", "Wanneer je de medespeler bewaarde"),
        ],
        from: "favourite_players AS mark JOIN members AS other ON other.id = mark.favourite_id
               WHERE mark.member_id = $1 ORDER BY mark.marked_at, other.id",
    },
    Section {
        name: "berichten",
        means: "Wat je aan de berichten die je krijgt hebt veranderd. Wat er niet staat, staat aan.",
        tables: &["notification_settings"],
        fields: &[
            field(
                "soort",
                "kind",
                "Waarover: round_booked is geboekt of toegevoegd, round_changed wijzigingen in je groep, \
                round_cancelled annuleringen, reminder de herinnering de dag ervoor, waiting_list de wachtlijst",
            ),
            field("per_e_mail", "mail", "Of je er een mail over krijgt"),
            field("op_je_apparaten", "push", "Of je apparaten er een melding van tonen"),
        ],
        from: "notification_settings WHERE member_id = $1 ORDER BY kind",
    },
    Section {
        name: "verborgen_nieuws",
        means: "Belangrijke berichten die je niet meer wilde zien.",
        tables: &["news_dismissals"],
        fields: &[
            field("titel", "news.title", "De titel van het bericht"),
            field("verborgen_op", "dismissed_at", "Wanneer je het verborg"),
        ],
        from: "news_dismissals JOIN news ON news.id = news_id WHERE member_id = $1 ORDER BY dismissed_at, news_id",
    },
];
