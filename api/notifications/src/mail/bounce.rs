//! Tells whether a mail server refuses an address, and not our mail or us: then the next mail to it is refused too. A
//! mailbox that is full has room again one day: it is no reason to give up at once, though the reply is permanent.

/// Replies that are about the recipient's mailbox (RFC 5321, RFC 7504), where no enhanced code says more.
const ABOUT_THE_MAILBOX: [&str; 5] = ["521", "550", "551", "553", "556"];
/// The mailbox is full (RFC 3463).
const FULL: &str = "5.2.2";
/// The same without an enhanced code (RFC 5321).
const EXCEEDED_STORAGE: &str = "552";
/// Enhanced codes of the class of addresses that are about the sender's (RFC 3463).
const ABOUT_THE_SENDER: [&str; 2] = ["5.1.7", "5.1.8"];

/// Whether a permanent reply, with its code and its text, refuses the recipient's address.
pub(super) fn refuses_address(code: &str, text: &str) -> bool {
    match enhanced(text) {
        Some(enhanced) => {
            (enhanced.starts_with("5.1.") || enhanced.starts_with("5.2."))
                && !ABOUT_THE_SENDER.contains(&enhanced)
                && enhanced != FULL
        }
        None => ABOUT_THE_MAILBOX.contains(&code),
    }
}

/// Whether a permanent reply says that the recipient's mailbox is full.
pub(super) fn is_full(code: &str, text: &str) -> bool {
    enhanced(text).map_or(code == EXCEEDED_STORAGE, |enhanced| enhanced == FULL)
}

/// The enhanced code of a reply (RFC 3463), such as `5.1.1`.
fn enhanced(text: &str) -> Option<&str> {
    text.split_whitespace().map(|word| word.trim_matches(['#', '(', ')', ':', '['])).find(|word| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3
            && parts[0] == "5"
            && parts
                .iter()
                .all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuses_the_address_is_a_bounce_and_what_refuses_us_is_none() {
        for (code, text) in [
            ("550", "permanent error (550): 5.1.1 <jan@x.nl>: Recipient address rejected: User unknown"),
            ("554", "permanent error (554): 5.2.1 The mailbox is disabled"),
            ("550", "permanent error (550): no such user"),
        ] {
            assert!(refuses_address(code, text), "{text}");
            assert!(!is_full(code, text), "{text}");
        }
        for (code, text) in [
            ("552", "permanent error (552): mailbox full"),
            ("552", "permanent error (552): 5.2.2 <jan@x.nl>: Over quota"),
            ("550", "permanent error (550): #5.2.2 mailbox full"),
            ("554", "permanent error (554): (5.2.2) quota exceeded"),
        ] {
            assert!(is_full(code, text) && !refuses_address(code, text), "{text}");
        }
        for (code, text) in [
            ("552", "permanent error (552): 5.3.4 message too big"),
            ("550", "permanent error (550): 5.7.1 relaying denied"),
            ("550", "permanent error (550): 5.1.8 <klantenservice@x.nl>: sender address rejected"),
            ("535", "permanent error (535): authentication failed"),
            ("554", "permanent error (554): message rejected as spam"),
        ] {
            assert!(!refuses_address(code, text) && !is_full(code, text), "{text}");
        }
    }
}
