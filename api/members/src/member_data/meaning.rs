//! The meaning of each event to the member whose data it is in. Every event is named: a new one does not compile until
//! it has its sentence.

use fairway_events::{
    ArrivalListEvent, CourseDayEvent, Event, MembershipEvent, OrderEvent, ReservationEvent, SettlementEvent,
    VoucherEvent, WaitingListEvent,
};

/// A Dutch sentence without names.
pub(super) const fn meaning(event: &Event) -> &'static str {
    match event {
        Event::Reservation(event) => reservation(event),
        Event::Membership(event) => membership(event),
        Event::Voucher(event) => voucher(event),
        Event::CourseDay(event) => course_day(event),
        Event::Order(event) => order(event),
        Event::WaitingList(event) => waiting_list(event),
        Event::ArrivalList(event) => arrival_list(event),
        Event::Settlement(event) => settlement(event),
    }
}

const fn reservation(event: &ReservationEvent) -> &'static str {
    match event {
        ReservationEvent::RoundBooked { .. } => "Een ronde is gereserveerd",
        ReservationEvent::PlayerAdded { .. } => "Een speler is aan de ronde toegevoegd",
        ReservationEvent::PlayerSwapped { .. } => "Een speler is in de plaats van een andere gekomen",
        ReservationEvent::PlaceCancelled { .. } => "Een plaats in de ronde is geannuleerd",
        ReservationEvent::PlaceCancelledByOperator { .. } => {
            "Een medewerker heeft een plaats in de ronde geannuleerd"
        }
        ReservationEvent::PlayRightExpired { .. } => {
            "Er is op de speeldag geannuleerd: het speelrecht is vervallen"
        }
        ReservationEvent::MasterPassedOn { .. } => "Een andere speler beheert de reservering",
        ReservationEvent::BookingCancelled { .. } => "Niemand speelt meer: de reservering is geannuleerd",
        ReservationEvent::StartTimeAgreed { .. } => "De starttijd van de ronde is afgesproken of weggehaald",
        ReservationEvent::RoundCancelledByClub { .. } => "De club heeft de ronde geannuleerd",
        ReservationEvent::PlayRightReturned { .. } => {
            "Een medewerker heeft een vervallen speelrecht teruggegeven"
        }
    }
}

const fn membership(event: &MembershipEvent) -> &'static str {
    match event {
        MembershipEvent::SubscriptionStarted { .. } => "Je kreeg een abonnement",
        MembershipEvent::VoucherReceived { .. } => "Je kreeg een voucher",
        MembershipEvent::PlayRightClaimed { .. } => "Je gebruikte een speelrecht",
        MembershipEvent::PlayRightReleased { .. } => "Je kreeg een speelrecht terug",
        MembershipEvent::PlayRightForfeited { .. } => "Een speelrecht van je is vervallen",
        MembershipEvent::ForfeitedRightReturned { .. } => "Je kreeg een vervallen speelrecht terug",
        MembershipEvent::VoucherOrderOpened { .. } => "Je begon een bestelling van vouchers",
        MembershipEvent::VoucherOrderClosed { .. } => "Een bestelling van vouchers is afgerond",
        MembershipEvent::VoucherTakenBack { .. } => {
            "Een voucher is teruggenomen: hij is terugbetaald, of een medewerker heeft hem ingetrokken"
        }
        MembershipEvent::FederationRegistered { .. } => "Je bent bij de golffederatie geregistreerd",
        MembershipEvent::SubscriptionWithdrawn { .. } => "Een medewerker heeft een abonnement ingetrokken",
    }
}

const fn voucher(event: &VoucherEvent) -> &'static str {
    match event {
        VoucherEvent::VoucherGranted { .. } => "Een voucher is gegeven",
        VoucherEvent::VoucherPurchased { .. } => "Een voucher is gekocht",
        VoucherEvent::VoucherUsed { .. } => "Een voucher is gebruikt",
        VoucherEvent::VoucherReleased { .. } => "Een voucher is weer vrij",
        VoucherEvent::VoucherForfeited { .. } => "Een voucher is vervallen",
        VoucherEvent::ForfeitedVoucherReturned { .. } => "Een vervallen voucher is teruggegeven",
        VoucherEvent::VoucherWithdrawn { .. } => "Een voucher is ingetrokken, omdat hij is terugbetaald",
        VoucherEvent::GrantedVoucherWithdrawn { .. } => "Een medewerker heeft een voucher ingetrokken",
    }
}

const fn course_day(event: &CourseDayEvent) -> &'static str {
    match event {
        CourseDayEvent::PlacesClaimed { .. } => "Op een baan zijn plaatsen bezet",
        CourseDayEvent::PlacesReleased { .. } => "Op een baan zijn plaatsen vrijgekomen",
        CourseDayEvent::PlaceSwapped { .. } => "Op een baan is een plaats van een andere speler geworden",
        CourseDayEvent::DayClosed { .. } => "Een baan is een dag gesloten",
        CourseDayEvent::DayLimited { .. } => "Op een baan is een dag minder plaats",
        CourseDayEvent::DayReopened { .. } => "Een baan is een dag weer open",
        CourseDayEvent::PlacesHeld { .. } => "Op een baan zijn plaatsen vastgehouden voor de wachtlijst",
        CourseDayEvent::HoldEnded { .. } => "Op een baan worden plaatsen niet langer vastgehouden",
        CourseDayEvent::WaitingGroupsChanged { .. } => "De wachtlijst van een baan is veranderd",
        CourseDayEvent::CourseStateReported { .. } => "Een club heeft gemeld hoe de baan erbij ligt",
    }
}

const fn order(event: &OrderEvent) -> &'static str {
    match event {
        OrderEvent::OrderPlaced { .. } => "Je plaatste een bestelling",
        OrderEvent::PaymentStarted { .. } => "De betaling is begonnen",
        OrderEvent::OrderPaid { .. } => "De bestelling is betaald",
        OrderEvent::OrderFailed { .. } => "De betaling is mislukt",
        OrderEvent::OrderCancelled { .. } => "De betaling is afgebroken",
        OrderEvent::OrderExpired { .. } => "De bestelling is verlopen",
        OrderEvent::RefundRequested { .. } => "Een terugbetaling is aangevraagd",
        OrderEvent::RefundApproved { .. } => "Een medewerker heeft een terugbetaling goedgekeurd",
        OrderEvent::OrderRefunded { .. } => "Er is geld terugbetaald",
    }
}

const fn waiting_list(event: &WaitingListEvent) -> &'static str {
    match event {
        WaitingListEvent::GroupStartedWaiting { .. } => "Een groep kwam op de wachtlijst",
        WaitingListEvent::CoPlayersStartedWaiting { .. } => {
            "Medespelers voor een ronde kwamen op de wachtlijst"
        }
        WaitingListEvent::GroupStoppedWaiting { .. } => "Een groep ging van de wachtlijst",
        WaitingListEvent::PlacesOffered { .. } => "Een groep van de wachtlijst kreeg plaatsen aangeboden",
        WaitingListEvent::OfferTaken { .. } => "Een groep nam de aangeboden plaatsen",
        WaitingListEvent::OfferDeclined { .. } => "Een groep wilde de aangeboden plaatsen niet",
        WaitingListEvent::OfferLapsed { .. } => "Een aanbod gold niet meer",
        WaitingListEvent::GroupPassedOver { .. } => "Een groep kon niet spelen toen er plaatsen vrijkwamen",
    }
}

const fn arrival_list(event: &ArrivalListEvent) -> &'static str {
    match event {
        ArrivalListEvent::PlayerArrived { .. } => "Je kwam aan op de club",
        ArrivalListEvent::PlayerSeenAgain { .. } => "De club scande je code nog een keer",
        ArrivalListEvent::IrregularScanRecorded { .. } => {
            "Een club scande een code die niet bij een ronde van die club en dag hoort"
        }
        ArrivalListEvent::IrregularScanDecided { .. } => "De club besloot of die scan meetelt",
        ArrivalListEvent::ArrivalAnnulled { .. } => "De club nam je aankomst terug",
        ArrivalListEvent::PlayedHolesCorrected { .. } => "De club gaf door hoeveel holes je speelde",
        ArrivalListEvent::AbsenceRecorded { .. } => "De club meldde dat je niet kwam",
        ArrivalListEvent::AbsenceObjected { .. } => "Je liet weten dat die melding niet klopt",
        ArrivalListEvent::AbsenceWithdrawn { .. } => "De club trok die melding in",
    }
}

const fn settlement(event: &SettlementEvent) -> &'static str {
    match event {
        SettlementEvent::TariffSet { .. } => "Een club kreeg een tarief",
        SettlementEvent::MonthClosed { .. } => "De afrekening van een club is afgesloten",
        SettlementEvent::LineDisputed { .. } => "Een club maakte bezwaar tegen haar afrekening",
        SettlementEvent::DisputeEnded { .. } => "Een bezwaar van een club is afgehandeld",
    }
}
