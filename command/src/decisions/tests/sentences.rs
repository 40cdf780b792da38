//! The sentences that the project words itself, letter by letter: members read them.

use fairway_events::Holes;

use crate::course_day::CourseDayRejection;
use crate::fixtures::member;
use crate::membership::MembershipRejection;
use crate::reservation::ReservationRejection;
use crate::voucher::VoucherRejection;
use crate::{ClubReason, PlayerReason, Reason, Rejection, RejectionClass};

#[test]
fn every_refusal_of_a_booking_says_what_is_the_matter() {
    use ReservationRejection as R;
    for (rejection, text) in [
        (R::NotFound, "Deze reservering is niet gevonden."),
        (R::NoPlayers, "Kies minstens één speler."),
        (R::TooManyPlayers, "Je kunt met maximaal 4 spelers reserveren."),
        (R::PlayerTwice, "Een speler kan maar één keer meedoen: haal de dubbele speler weg."),
        (R::CallerNotAmongPlayers, "Je moet zelf een van de spelers zijn."),
        (R::IdTaken, "Er ging iets mis met het reserveringsnummer, probeer het opnieuw."),
        (R::NoFreeSlots { free: 1 }, "Het maximaal aantal spelers voor deze boeking is bereikt."),
        (R::Cancelled, "Deze reservering is geannuleerd. Maak een nieuwe reservering."),
        (
            R::CallerCancelled,
            "Je hebt je eigen plaats geannuleerd en kunt daarom geen spelers meer toevoegen.",
        ),
        (R::TooLateToAdd, "De speeldatum is voorbij: je kunt geen spelers meer toevoegen."),
        (R::TooLateToCancel, "De speeldatum is voorbij: annuleren kan niet meer."),
        (
            R::NotYourPlace,
            "Je kunt hier alleen je eigen reservering annuleren. De groepsleider kan een medespeler verwijderen.",
        ),
        (R::OwnPlace, "Je kunt jezelf niet verwijderen. Annuleer in plaats daarvan je eigen reservering."),
        (R::OnlyMasterCancelsGroup, "Alleen de groepsleider kan de hele groep annuleren."),
        (R::OnlyMasterRemovesPlayers, "Alleen de groepsleider kan een medespeler verwijderen."),
    ] {
        assert_eq!(Rejection::from(rejection).to_string(), text);
    }
}

#[test]
fn every_refusal_of_a_membership_and_of_a_voucher_says_what_is_the_matter() {
    use VoucherRejection as V;
    for (rejection, text) in [
        (V::Unknown, "Deze voucher is niet gevonden."),
        (V::IdTaken, "Er ging iets mis met het vouchernummer, probeer het opnieuw."),
        (V::AlreadyUsed, "Deze voucher is al gebruikt."),
        (V::Expired, "Deze voucher is op de speeldatum verlopen."),
        (V::TooShort { holes: Holes::Nine }, "Deze voucher is voor maximaal 9 holes."),
        (V::Withdrawn, "Deze voucher is ingetrokken."),
        (V::TooLate, "De speeldatum is voorbij: annuleren kan niet meer."),
    ] {
        assert_eq!(Rejection::from(rejection).to_string(), text);
    }
    use MembershipRejection as M;
    for (rejection, text) in [
        (M::RightGone, "Dit speelrecht is niet meer beschikbaar, probeer het opnieuw."),
        (M::IdTaken, "Er ging iets mis met het reserveringsnummer, probeer het opnieuw."),
        (M::UnknownPlace, "Deze reservering is niet gevonden."),
        (M::TooLate, "De speeldatum is voorbij: annuleren kan niet meer."),
        (M::NoCurrentSubscription, "Vrije vouchers zijn er voor leden met een lopend abonnement."),
        (M::VoucherMaximum { left: 0 }, "Je hebt dit jaar het maximale aantal vrije vouchers gekocht."),
        (M::VoucherMaximum { left: 1 }, "Je kunt dit jaar nog maar 1 vrije voucher kopen."),
        (M::VoucherMaximum { left: 3 }, "Je kunt dit jaar nog maar 3 vrije vouchers kopen."),
        (M::AlreadyRegistered { year: 2026 }, "Je hebt voor 2026 al een NGF-registratie."),
        (M::EndsBeforeStart, "De einddatum van een abonnement ligt niet voor de startdatum."),
    ] {
        assert_eq!(Rejection::from(rejection).to_string(), text);
    }
    let taken = Rejection::from(CourseDayRejection::IdTaken);
    assert_eq!(taken.to_string(), "Er ging iets mis met het reserveringsnummer, probeer het opnieuw.");
}

#[test]
fn a_reason_is_a_reason_whichever_stream_gave_it() {
    let already_plays = Reason::Player { member: member(2), reason: PlayerReason::AlreadyPlays };
    let from_booking = Rejection::from(ReservationRejection::AlreadyPlays { member: member(2) });
    let reason = PlayerReason::AlreadyPlays;
    let from_membership = Rejection::from(MembershipRejection::Unbookable { member: member(2), reason });
    assert_eq!(from_booking, Rejection::Unbookable(already_plays));
    assert_eq!(from_membership, from_booking);
    let from_day = Rejection::from(CourseDayRejection::Unbookable(ClubReason::Full));
    assert_eq!(from_day, Rejection::Unbookable(Reason::Club(ClubReason::Full)));
    for rejection in [from_booking, from_day] {
        assert_eq!(rejection.class(), RejectionClass::Conflict);
    }
}
