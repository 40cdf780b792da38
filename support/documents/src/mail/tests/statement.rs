//! The mails to a club about what it is owed.

use fairway_events::{LineSum, Month, MonthAmounts, VatRegime, VatSum};

use super::*;

/// A month of 24 rounds with this sum.
fn amounts(net: i64) -> MonthAmounts {
    let regime = VatRegime::Low;
    MonthAmounts {
        arrivals: LineSum { count: 22, net },
        walk_ins: LineSum { count: 2, net: 0 },
        vat: vec![VatSum { regime, net, vat: regime.of(net) }],
        ..MonthAmounts::default()
    }
}

impl Fixture {
    pub(super) fn statement_mails(&self) -> Vec<(&'static str, Mail)> {
        let invoice = Some("essenlaan-2026-11");
        vec![
            ("month_closed", self.closed(&amounts(123_450), invoice)),
            ("month_closed_with_nothing", self.closed(&MonthAmounts::default(), None)),
            ("month_closed_below_zero", self.closed(&amounts(-2_500), invoice)),
            ("dispute_accepted", self.decided(true, 2_000)),
            ("dispute_accepted_below_zero", self.decided(true, -2_000)),
            ("dispute_refused", self.decided(false, 0)),
        ]
    }

    fn closed(&self, amounts: &MonthAmounts, invoice: Option<&str>) -> Mail {
        self.statement(StatementNotice::Closed { amounts, invoice, dispute_until: day(30) })
    }

    fn decided(&self, is_accepted: bool, adjustment: i64) -> Mail {
        let (date, answer) = (self.round.play_date, self.title.as_str());
        self.statement(StatementNotice::Decided { date, is_accepted, adjustment, answer })
    }

    fn statement(&self, notice: StatementNotice<'_>) -> Mail {
        let (portal, recipient, club) = (&self.portal, &self.players[0], &self.round.club);
        StatementMail { portal, recipient, club, month: Month::of(day(1)), notice }.compose()
    }
}
