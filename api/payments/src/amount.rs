//! Euro cents and their other forms: text with two decimals for the provider, a comma for members.

/// The provider's form: `12.50`.
#[must_use]
pub fn to_value(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, (cents % 100).abs())
}

/// Reads the provider's form; none for anything but digits, a point and two digits.
#[must_use]
pub fn from_value(value: &str) -> Option<i64> {
    let (euros, cents) = value.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if cents.len() != 2 || !digits(cents) || !digits(euros) {
        return None;
    }
    euros.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents.parse().ok()?)
}

/// The form for members: `€ 1.234,50`, with a no-break space.
#[must_use]
pub fn formatted(cents: i64) -> String {
    let euros = (cents / 100).to_string();
    let mut grouped = String::new();
    for (index, digit) in euros.chars().enumerate() {
        if index > 0 && (euros.len() - index).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    format!("€\u{a0}{grouped},{:02}", cents % 100)
}

/// Euros as a JSON number; cents of any price fit without loss.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a price stays far below 2^53 cents")]
pub fn euros(cents: i64) -> f64 {
    cents as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_unchanged_after_a_round_trip() {
        for (cents, value, shown) in [
            (1, "0.01", "€\u{a0}0,01"),
            (1_250, "12.50", "€\u{a0}12,50"),
            (123_450, "1234.50", "€\u{a0}1.234,50"),
            (100_000_000, "1000000.00", "€\u{a0}1.000.000,00"),
        ] {
            assert_eq!((to_value(cents).as_str(), from_value(value)), (value, Some(cents)));
            assert_eq!(formatted(cents), shown);
        }
    }

    #[test]
    fn nothing_else_is_an_amount() {
        for wrong in [
            "",
            "12",
            "12,50",
            "12.5",
            "12.500",
            "-1.00",
            "+1.00",
            ".50",
            "a.00",
            "1.0a",
            "99999999999999999999.00",
        ] {
            assert_eq!(from_value(wrong), None, "{wrong:?}");
        }
    }
}
