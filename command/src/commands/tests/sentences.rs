//! The sentences that the project words itself, letter by letter: members read them. With them the codes and classes.

mod settlement;

use fairway_events::{Holes, PlayRight};

use crate::course_day::{CourseDay, CourseDayCommand};
use crate::fixtures::{booking, by_pass, club, club_id, day, given, member, members, now, place, shared};
use crate::membership::{ClaimRight, MembershipCommand};
use crate::reservation::ReservationCommand;
use crate::{
    AddPlayers, ClaimedRound, Club, ClubReason, Membership, NewPlace, PlayerReason, Reason, Rejection,
    RejectionClass, Reservation, World,
};

use Rejection as R;
use RejectionClass::{Conflict, Forbidden, Invalid, NotFound};

fn check(wanted: &[(Rejection, &str, RejectionClass, &str)]) {
    for (rejection, code, class, text) in wanted {
        assert_eq!((rejection.code(), rejection.class(), &*rejection.to_string()), (*code, *class, *text));
    }
}

fn claimed(date: &str) -> ClaimedRound {
    ClaimedRound { booking: booking(1), club: club_id(), play_date: day(date) }
}

#[test]
fn every_refusal_of_a_booking_has_its_sentence_code_and_class() {
    check(&[
        (R::ReservationNotFound, "reservation_not_found", NotFound, "Deze reservering is niet gevonden."),
        (R::NoPlayers, "no_players", Invalid, "Kies minstens één speler."),
        (R::TooManyPlayers, "too_many_players", Invalid, "Je kunt met maximaal 4 spelers reserveren."),
        (
            R::PlayerTwice,
            "player_twice",
            Invalid,
            "Een speler kan maar één keer meedoen: verwijder de dubbele speler.",
        ),
        (
            R::CallerNotAmongPlayers,
            "caller_not_among_players",
            Invalid,
            "Je moet zelf een van de spelers zijn.",
        ),
        (
            R::IdTaken,
            "id_taken",
            Conflict,
            "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.",
        ),
        (
            R::NoFreeSlots { free: 1 },
            "no_free_slots",
            Conflict,
            "Het maximaal aantal spelers voor deze boeking is bereikt.",
        ),
        (
            R::BookingCancelled,
            "booking_cancelled",
            Conflict,
            "Deze reservering is geannuleerd. Maak een nieuwe reservering.",
        ),
        (
            R::CallerCancelled,
            "caller_cancelled",
            Conflict,
            "Je hebt je eigen plaats geannuleerd en kunt daarom geen spelers meer toevoegen.",
        ),
        (
            R::TooLateToAdd,
            "too_late_to_add",
            Conflict,
            "De speeldatum is voorbij: je kunt geen spelers meer toevoegen.",
        ),
        (
            R::TooLateToCancel,
            "too_late_to_cancel",
            Conflict,
            "De speeldatum is voorbij: annuleren kan niet meer.",
        ),
        (
            R::NotYourPlace,
            "not_your_place",
            Forbidden,
            "Je kunt hier alleen je eigen reservering annuleren. De groepsleider kan een medespeler verwijderen.",
        ),
        (
            R::OwnPlace,
            "own_place",
            Conflict,
            "Je kunt jezelf niet verwijderen. Annuleer in plaats daarvan je eigen reservering.",
        ),
        (
            R::OnlyMasterCancelsGroup,
            "only_master_cancels_group",
            Forbidden,
            "Alleen de groepsleider kan de hele groep annuleren.",
        ),
        (
            R::OnlyMasterRemovesPlayers,
            "only_master_removes_players",
            Forbidden,
            "Alleen de groepsleider kan een medespeler verwijderen.",
        ),
        (
            R::OnlyMasterSwapsPlayers,
            "only_master_swaps_players",
            Forbidden,
            "Alleen de groepsleider kan een medespeler wisselen. Jezelf wisselen kan wel.",
        ),
        (R::TooLateToSwap, "too_late_to_swap", Conflict, "De speeldatum is voorbij: wisselen kan niet meer."),
        (R::PlayerLeft, "player_left", Conflict, "Deze speler doet al niet meer mee in deze reservering."),
        (R::CallerNotPlaying, "caller_not_playing", Conflict, "Je speelt niet meer mee in deze ronde."),
        (
            R::TooLateToAgree,
            "too_late_to_agree",
            Conflict,
            "De speeldatum is voorbij: de starttijd kan niet meer veranderen.",
        ),
        (
            R::StartTimeChanged { by: Some(member(1)), start_time: Some("10:30".parse().unwrap()) },
            "start_time_changed",
            Conflict,
            "Heeft de starttijd intussen op 10:30 gezet.",
        ),
        (
            R::StartTimeChanged { by: Some(member(1)), start_time: None },
            "start_time_changed",
            Conflict,
            "Heeft de starttijd intussen weggehaald.",
        ),
        (
            R::StartTimeChanged { by: None, start_time: None },
            "start_time_changed",
            Conflict,
            "Er is nog geen starttijd afgesproken.",
        ),
    ]);
}

#[test]
fn every_refusal_of_a_membership_and_of_a_voucher_has_its_sentence_code_and_class() {
    check(&[
        (R::VoucherNotFound, "voucher_not_found", NotFound, "Deze voucher is niet gevonden."),
        (
            R::VoucherIdTaken,
            "id_taken",
            Conflict,
            "Er ging iets mis met het vouchernummer. Probeer het opnieuw.",
        ),
        (R::VoucherAlreadyUsed, "voucher_already_used", Conflict, "Deze voucher is al gebruikt."),
        (R::VoucherExpired, "voucher_expired", Conflict, "Deze voucher is op de speeldatum verlopen."),
        (
            R::VoucherTooShort { holes: Holes::Nine },
            "voucher_too_short",
            Conflict,
            "Deze voucher is voor maximaal 9 holes.",
        ),
        (R::VoucherWithdrawn, "voucher_withdrawn", Conflict, "Deze voucher is ingetrokken."),
        (
            R::VoucherBought,
            "voucher_bought",
            Conflict,
            "Deze voucher is gekocht: betaal de bestelling terug.",
        ),
        (R::SubscriptionNotFound, "subscription_not_found", NotFound, "Dit abonnement is niet gevonden."),
        (R::SubscriptionUsed, "subscription_used", Conflict, "Met dit abonnement is al gespeeld."),
        (
            R::SubscriptionClaimed { rounds: vec![claimed("2026-11-25")] },
            "subscription_claimed",
            Conflict,
            "Met dit abonnement is gereserveerd op 25-11-2026: annuleer die ronde eerst.",
        ),
        (
            R::SubscriptionClaimed { rounds: ["2026-11-25", "2026-11-26", "2026-12-01"].map(claimed).into() },
            "subscription_claimed",
            Conflict,
            "Met dit abonnement is gereserveerd op 25-11-2026, 26-11-2026 en 01-12-2026: annuleer die rondes eerst.",
        ),
        (
            R::RightUnavailable,
            "right_gone",
            Conflict,
            "Dit speelrecht is niet meer beschikbaar. Probeer het opnieuw.",
        ),
        (
            R::NoCurrentSubscription,
            "no_current_subscription",
            Conflict,
            "Vrije vouchers zijn er voor leden met een lopend abonnement.",
        ),
        (
            R::VoucherMaximum { left: 0 },
            "voucher_maximum",
            Conflict,
            "Je hebt dit jaar het maximale aantal vrije vouchers gekocht.",
        ),
        (
            R::VoucherMaximum { left: 1 },
            "voucher_maximum",
            Conflict,
            "Je kunt dit jaar nog maar 1 vrije voucher kopen.",
        ),
        (
            R::VoucherMaximum { left: 3 },
            "voucher_maximum",
            Conflict,
            "Je kunt dit jaar nog maar 3 vrije vouchers kopen.",
        ),
        (
            R::AlreadyRegistered { year: 2026 },
            "already_registered",
            Conflict,
            "Je hebt voor 2026 al een NGF-registratie.",
        ),
        (
            R::SubscriptionEndsBeforeStart,
            "subscription_ends_before_start",
            Invalid,
            "De einddatum van een abonnement ligt niet voor de startdatum.",
        ),
    ]);
}

#[test]
fn every_refusal_of_an_order_has_its_sentence_code_and_class() {
    check(&[
        (R::OrderNotFound, "order_not_found", NotFound, "Deze bestelling is niet gevonden."),
        (
            R::OrderIdTaken,
            "order_id_taken",
            Invalid,
            "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.",
        ),
        (R::OrderEmpty, "order_empty", Invalid, "Kies minstens één artikel."),
        (
            R::OrderClosed,
            "order_closed",
            Conflict,
            "Deze bestelling is gesloten. Begin opnieuw met bestellen.",
        ),
        (R::OtherPayment, "other_payment", Conflict, "Deze betaling hoort niet bij deze bestelling."),
        (R::OtherAmount, "other_amount", Conflict, "Het betaalde bedrag is niet dat van de bestelling."),
        (R::OrderNotPaid, "order_not_paid", Conflict, "Deze bestelling is niet betaald."),
        (
            R::OrderAlreadyRefunded,
            "order_already_refunded",
            Conflict,
            "Van deze bestelling is al geld terugbetaald.",
        ),
        (
            R::RegistrationNotRefunded,
            "registration_not_refunded",
            Conflict,
            "Een NGF-registratie is doorgegeven aan de federatie en wordt niet terugbetaald.",
        ),
    ]);
}

#[test]
fn a_reason_is_a_reason_whichever_stream_gave_it() {
    let date = day("2026-11-25");
    let streams = given(members(2)).and(super::book(club(), "2026-11-25", 2));
    let add = AddPlayers {
        booking: booking(1),
        club: shared(club()),
        play_date: date,
        by: member(1),
        players: vec![NewPlace { member: member(2), place: place(9) }],
        today: day("2026-11-20"),
        at: now(),
    };
    let claim = ClaimRight {
        member: member(2),
        place: place(9),
        booking: booking(9),
        club: club_id(),
        club_maximum: 6,
        play_date: date,
        holes: Holes::Eighteen,
        right: by_pass(2),
    };
    let loaded = streams.loaded(&super::book(club(), "2026-11-25", 2).streams());
    let rights: Vec<PlayRight> = vec![by_pass(2)];
    let booking_refused = World::get::<Reservation>(&loaded, booking(1))
        .unwrap()
        .decide(&ReservationCommand::AddPlayers(add, rights));
    let member_refused =
        World::get::<Membership>(&loaded, member(2)).unwrap().decide(&MembershipCommand::ClaimRight(claim));
    let already_plays = Reason::Player { member: member(2), reason: PlayerReason::AlreadyPlays };
    let from_booking = booking_refused.unwrap_err();
    assert_eq!(from_booking, Rejection::Unbookable(already_plays));
    assert_eq!(member_refused.unwrap_err(), from_booking);
    let full = CourseDayCommand::ClaimPlaces {
        club: shared(Club { daily_capacity: Some(0), ..club() }),
        date,
        booking: booking(1),
        places: vec![place(1)],
        offer: None,
        at: now(),
    };
    let from_day = CourseDay::default().decide(&full).unwrap_err();
    assert_eq!(from_day, Rejection::Unbookable(Reason::Club(ClubReason::Full)));
    for rejection in [from_booking, from_day] {
        assert_eq!(rejection.class(), RejectionClass::Conflict);
    }
}

#[test]
fn every_refusal_about_the_waiting_list_has_its_sentence_code_and_class() {
    check(&[
        (
            R::WaitingGroupNotFound,
            "waiting_group_not_found",
            NotFound,
            "Deze groep staat niet op de wachtlijst.",
        ),
        (R::RoomOnDay, "room_on_day", Conflict, "Er is plaats: je kunt gewoon reserveren."),
        (
            R::MoreThanCapacity { capacity: 2 },
            "more_than_capacity",
            Conflict,
            "Op deze dag zijn er maar 2 plaatsen.",
        ),
        (
            R::NoOffer,
            "no_offer",
            Conflict,
            "Er is nu geen aanbod voor jullie; jullie staan nog op de wachtlijst.",
        ),
        (
            R::OfferLapsed,
            "offer_lapsed",
            Conflict,
            "Dit aanbod geldt niet meer; jullie staan nog op de wachtlijst.",
        ),
        (R::OfferTaken, "offer_taken", Conflict, "Jullie hebben deze plaatsen al."),
        (
            R::PlacesTakenMeanwhile,
            "offer_outrun",
            Conflict,
            "Deze plaatsen zijn net weg; jullie staan nog op de wachtlijst.",
        ),
        (R::NotWaiting, "not_waiting", Conflict, "Jullie staan niet meer op de wachtlijst."),
        (
            R::from(Reason::Player { member: member(1), reason: PlayerReason::AlreadyWaits }),
            "player_already_waits",
            Conflict,
            "Heeft al een plaats op de wachtlijst van deze dag",
        ),
    ]);
}

#[test]
fn every_refusal_about_arrivals_has_its_sentence_code_and_class() {
    check(&[
        (R::ArrivalNotFound, "arrival_not_found", NotFound, "Deze aankomst is niet gevonden."),
        (
            R::PlayerHasArrived,
            "player_has_arrived",
            Conflict,
            "Wie al is aangekomen op de baan, houdt de plaats: annuleren en wisselen kan niet meer.",
        ),
        (R::ScanNotFound, "scan_not_found", NotFound, "Deze scan is niet gevonden."),
        (
            R::ScanNamesNobody,
            "scan_names_nobody",
            Conflict,
            "Deze scan noemt geen speler en kan niet meetellen.",
        ),
        (
            R::CorrectionTooEarly,
            "correction_too_early",
            Conflict,
            "De speeldatum moet nog komen: corrigeren kan nog niet.",
        ),
        (
            R::CorrectionTooLate,
            "correction_too_late",
            Conflict,
            "De speeldatum is te lang geleden: corrigeren kan niet meer.",
        ),
        (
            R::AbsenceTooEarly,
            "absence_too_early",
            Conflict,
            "De speeldatum is nog niet voorbij: een afwezigheid meld je vanaf de dag erna.",
        ),
        (
            R::DayWithoutScans,
            "day_without_scans",
            Conflict,
            "Op deze dag is niemand gescand: dan kun je ook geen afwezigheid melden.",
        ),
        (R::HasArrived, "has_arrived", Conflict, "Deze speler is aangekomen."),
        (R::AbsenceNotFound, "absence_not_found", NotFound, "Deze afwezigheid is niet gevonden."),
        (
            R::ObjectionTooLate,
            "objection_too_late",
            Conflict,
            "Bezwaar maken kan tot en met 14 dagen na de speeldatum.",
        ),
    ]);
}
