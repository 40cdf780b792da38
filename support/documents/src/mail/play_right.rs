//! The sentences in mails about a round on the right that a place used.

use chrono::NaiveDate;

use crate::dutch::{long_date, one_line};

/// The right that a place consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayRightUsed<'a> {
    /// A regular right of the subscription.
    Subscription,
    /// A voucher.
    Voucher {
        /// Its title.
        title: &'a str,
    },
}

/// The outcome for the right of a place that was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayRightOutcome<'a> {
    /// The subscription's right can be used again.
    Returned,
    /// The voucher can be used again.
    VoucherReturned {
        /// Its title.
        title: &'a str,
        /// The last day on which it can be used.
        expires: NaiveDate,
    },
    /// The voucher was returned, but its last day has passed.
    VoucherExpired {
        /// Its title.
        title: &'a str,
    },
    /// The voucher was returned, but its price was refunded while it was in use.
    VoucherWithdrawn {
        /// Its title.
        title: &'a str,
    },
    /// Cancelled on the play date: the right remains used.
    Forfeited,
}

impl PlayRightOutcome<'_> {
    /// The sentence on a right that came back because another player took the place.
    pub(super) fn sentence_of_swap(self) -> String {
        match self {
            Self::Returned => "Wisselen kost je niets: je hebt je speelrecht terug.".to_owned(),
            Self::VoucherReturned { title, expires } => format!(
                "Wisselen kost je niets: je voucher “{}” is weer te gebruiken, tot en met {}.",
                one_line(title),
                long_date(expires)
            ),
            other @ (Self::VoucherExpired { .. } | Self::VoucherWithdrawn { .. } | Self::Forfeited) => {
                other.sentence()
            }
        }
    }

    /// The sentence on a right that came back without a cancellation.
    pub(super) fn sentence_of_return(self) -> String {
        match self {
            Self::Returned => "Je kunt het weer gebruiken zolang je abonnement loopt.".to_owned(),
            Self::VoucherReturned { title, expires } => format!(
                "Je voucher “{}” is weer te gebruiken, tot en met {}.",
                one_line(title),
                long_date(expires)
            ),
            other @ (Self::VoucherExpired { .. } | Self::VoucherWithdrawn { .. } | Self::Forfeited) => {
                other.sentence()
            }
        }
    }

    pub(super) fn sentence(self) -> String {
        match self {
            Self::Returned => "Het kost je niets: je hebt je speelrecht terug.".to_owned(),
            Self::VoucherReturned { title, expires } => format!(
                "Het kost je niets: je voucher “{}” is weer te gebruiken, tot en met {}.",
                one_line(title),
                long_date(expires)
            ),
            Self::VoucherExpired { title } => {
                format!("Je voucher “{}” is intussen verlopen en komt niet terug.", one_line(title))
            }
            Self::VoucherWithdrawn { title } => format!(
                "Je voucher “{}” komt niet terug: we hebben je aankoop al terugbetaald.",
                one_line(title)
            ),
            Self::Forfeited => {
                "Omdat er op de speeldag is geannuleerd, is je speelrecht vervallen.".to_owned()
            }
        }
    }
}
