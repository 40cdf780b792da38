//! Whether a mail server refuses an address, and not our mail or us: then the next mail to it is refused too.

/// Replies that are about the recipient's mailbox (RFC 5321, RFC 7504), where no enhanced code says more.
const ABOUT_THE_MAILBOX: [&str; 6] = ["521", "550", "551", "552", "553", "556"];
/// Enhanced codes of the class of addresses that are about the sender's (RFC 3463).
const ABOUT_THE_SENDER: [&str; 2] = ["5.1.7", "5.1.8"];

/// Whether a permanent reply refuses the recipient's address. `code` is the reply's code, `text` what it says.
pub(super) fn refuses_address(code: &str, text: &str) -> bool {
    match enhanced(text) {
        Some(enhanced) => {
            (enhanced.starts_with("5.1.") || enhanced.starts_with("5.2."))
                && !ABOUT_THE_SENDER.contains(&enhanced)
        }
        None => ABOUT_THE_MAILBOX.contains(&code),
    }
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
            ("552", "permanent error (552): mailbox full"),
        ] {
            assert!(refuses_address(code, text), "{text}");
        }
        for (code, text) in [
            ("550", "permanent error (550): 5.7.1 relaying denied"),
            ("550", "permanent error (550): 5.1.8 <klantenservice@x.nl>: sender address rejected"),
            ("535", "permanent error (535): authentication failed"),
            ("554", "permanent error (554): message rejected as spam"),
        ] {
            assert!(!refuses_address(code, text), "{text}");
        }
    }
}
