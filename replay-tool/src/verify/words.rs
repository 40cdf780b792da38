//! The remedies for findings, with the commands that apply them.

use fairway_verify::Remedy;

pub(super) const fn for_remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::Tampered => {
            "events were changed past the program: keep the database as it is, compare with a backup, and see \
             docs/operations/incidents.md, \"The seal\""
        }
        Remedy::Defect => {
            "the write side let something through, or events were changed past it: look at `replay-tool timeline` of \
             the id, and at the seal's part of this report"
        }
        Remedy::Limits => {
            "the club's terms are today's: where a limit was lowered since, say `--accept` with this code; else as for \
             a broken rule"
        }
        Remedy::Rebuild => "`replay-tool rebuild PROJECTION --accept-differences` makes the table anew",
        Remedy::Deploy => "deploy the version that wrote it; `replay-tool record` says more",
        Remedy::PaidBack => {
            "`POST /api/payments/webhook` with the payment's id has the portal withdraw what the order owes; then as \
             for a broken rule"
        }
        Remedy::PersonalData => {
            "events cannot be changed: find out what wrote it; see docs/operations/operators.md, \"Erase\""
        }
        Remedy::FarBehind => "`replay-tool projections`",
        Remedy::Primary => {
            "this is a streaming replica, where no tables can be made to compare with; run the command with \
             DATABASE_URL naming the primary"
        }
    }
}
