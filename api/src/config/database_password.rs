//! Adds the database's password to an address without one: such an address may be in a file that everybody can read.

use url::Url;

/// The address with the password of `PGPASSWORD`; an address with a password, or an invalid one, is unchanged.
pub(super) fn with_password(address: String, password: Option<&str>) -> String {
    let (Some(password), Ok(mut url)) = (password, Url::parse(&address)) else { return address };
    // Otherwise a `%` and two digits would be decoded.
    let password = password.replace('%', "%25");
    if url.password().is_some() || url.username().is_empty() || url.set_password(Some(&password)).is_err() {
        return address;
    }
    url.into()
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    #[test]
    fn a_missing_password_is_added_and_encoded() {
        let address = with_password("postgres://fairway_web@db:5432/fairway".to_owned(), Some("a:b/c@d%#"));
        let parsed = Url::parse(&address).expect("an address");
        assert_eq!((parsed.host_str(), parsed.port(), parsed.path()), (Some("db"), Some(5432), "/fairway"));
        assert_eq!(parsed.password(), Some("a%3Ab%2Fc%40d%25%23"));
        fairway_store::PgConnectOptions::from_str(&address).expect("an address for sqlx too");
    }

    #[test]
    fn an_address_with_a_password_or_without_a_user_is_unchanged() {
        for address in ["postgres://fairway:own@db/fairway", "postgres:///fairway?host=/run", "nonsense"] {
            assert_eq!(with_password(address.to_owned(), Some("other")), address);
        }
        assert_eq!(with_password("postgres://fairway@db/f".to_owned(), None), "postgres://fairway@db/f");
    }
}
