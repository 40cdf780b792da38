//! Numbers, shares and months as text, in English.

use chrono::NaiveDate;

/// `12,345`.
pub(super) fn count(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if number < 0 { format!("−{grouped}") } else { grouped }
}

/// A share of 0 to 1 as `12.3%`, without the decimal when it is zero.
pub(super) fn percent(share: f64) -> String {
    let tenths = format!("{:.1}", share * 100.0);
    format!("{}%", tenths.strip_suffix(".0").unwrap_or(&tenths))
}

/// `November 2026`.
pub(super) fn long_month(month: NaiveDate) -> String {
    month.format("%B %Y").to_string()
}

/// `1 day`, `3 days`.
pub(super) fn plural(number: i64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_shares_rounded() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567, -12_000].map(count),
            ["0", "999", "1,000", "1,234,567", "−12,000"]
        );
        assert_eq!([0.0, 0.1234, 0.5, 1.0].map(percent), ["0%", "12.3%", "50%", "100%"]);
        assert_eq!(plural(1, "day", "days"), "1 day");
    }
}
