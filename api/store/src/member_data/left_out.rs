//! Tables with a member's column that the download does not show, and why.

/// The table, and the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("club_accounts", "accounts of people at clubs"),
    ("erased_members", "of members who were erased: they have no account to download from"),
    (
        "historic_players",
        "of a former release: derived from the rounds, which are there with their co-players",
    ),
    ("idempotency_receipts", "copies of answers that the member's browser got, for 25 hours"),
    ("member_commands", "the moments of the last hour, which the journal has with what was done"),
    ("operators", "accounts of operators"),
    ("play_rights_claims", "how the rights stand, which the ledger has with how they came to be so"),
    ("statements_facts", "copies of the arrivals and absences, which are there, for what clubs are owed"),
];
