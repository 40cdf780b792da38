//! Those about what a club is owed.

use super::*;

#[test]
fn every_refusal_about_what_a_club_is_owed_has_its_sentence_code_and_class() {
    check(&[
        (
            R::TariffInClosedMonth,
            "tariff_in_closed_month",
            Conflict,
            "Deze maand is al afgesloten: een tarief kan alleen later ingaan.",
        ),
        (R::NoTariff, "no_tariff", Conflict, "Er geldt hier nog geen tarief."),
        (R::MonthNotOver, "month_not_over", Conflict, "Deze maand is nog niet voorbij."),
        (
            R::MonthNotNext,
            "month_not_next",
            Conflict,
            "Deze maand is nog niet aan de beurt: sluit eerst de maanden ervoor af.",
        ),
        (R::MonthAlreadyClosed, "month_already_closed", Conflict, "Deze maand is al afgesloten."),
        (R::SettlementChanged, "settlement_changed", Conflict, "De afrekening is intussen veranderd."),
        (
            R::DisputeTooEarly,
            "dispute_too_early",
            Conflict,
            "De speeldatum moet nog komen: bezwaar maken kan nog niet.",
        ),
        (
            R::DisputeAfterMonth,
            "dispute_after_month",
            Invalid,
            "Deze speeldatum staat niet op de afrekening van deze maand.",
        ),
        (
            R::DisputeTooLate,
            "dispute_too_late",
            Conflict,
            "Bezwaar maken kan tot en met 60 dagen nadat de maand is afgesloten.",
        ),
        (R::AlreadyDisputed, "already_disputed", Conflict, "Hierover loopt al een bezwaar."),
        (
            R::TooManyDisputes,
            "too_many_disputes",
            Conflict,
            "Er lopen al 50 bezwaren: wacht tot er een is afgehandeld.",
        ),
        (R::DisputeNotFound, "dispute_not_found", NotFound, "Dit bezwaar is niet gevonden."),
        (R::DisputeAlreadyEnded, "dispute_already_ended", Conflict, "Dit bezwaar is al afgehandeld."),
        (
            R::AdjustmentNotAllowed,
            "adjustment_not_allowed",
            Invalid,
            "Een bedrag hoort bij een toegekend bezwaar en is hooguit € 10.000.",
        ),
    ]);
}
