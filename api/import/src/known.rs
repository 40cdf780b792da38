//! The members that the portal has already, as far as an import needs them. Requests use other look-ups, which limit
//! the search for strangers.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::MemberId;
use fairway_text::fold;
use sqlx::{PgPool, Row};

/// A member as far as an import needs it.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) id: MemberId,
    /// The present address.
    pub(super) email: String,
    /// The addresses before it, each with the day (Europe/Amsterdam) on which it was left.
    pub(super) former: Vec<(String, NaiveDate)>,
    pub(super) first_name: String,
    /// The whole name, as [`whole_name`] folds it.
    pub(super) name: String,
    /// Empty when there is none.
    pub(super) number: String,
    /// Federation number; empty when there is none. The member can change it.
    pub(super) gsn: String,
    pub(super) birthdate: Option<NaiveDate>,
}

/// All members, by what a row may say of them.
#[derive(Debug, Default)]
pub(super) struct Directory {
    members: Vec<Known>,
    by_email: HashMap<String, usize>,
    by_former: HashMap<String, Vec<usize>>,
    by_number: HashMap<String, usize>,
    by_gsn: HashMap<String, Vec<usize>>,
    by_birth: HashMap<(String, NaiveDate), Vec<usize>>,
}

impl Directory {
    pub(super) fn from_members(members: Vec<Known>) -> Self {
        let mut directory = Self::default();
        for (index, member) in members.iter().enumerate() {
            directory.by_email.insert(member.email.clone(), index);
            for (former, _) in &member.former {
                directory.by_former.entry(former.clone()).or_default().push(index);
            }
            if !member.number.is_empty() {
                directory.by_number.insert(member.number.clone(), index);
            }
            if !member.gsn.is_empty() {
                directory.by_gsn.entry(member.gsn.clone()).or_default().push(index);
            }
            if let Some(birthdate) = member.birthdate {
                directory.by_birth.entry((member.name.clone(), birthdate)).or_default().push(index);
            }
        }
        Self { members, ..directory }
    }

    pub(super) fn members(&self) -> &[Known] {
        &self.members
    }

    pub(super) fn by_email(&self, email: &str) -> Option<&Known> {
        self.by_email.get(email).map(|index| &self.members[*index])
    }

    pub(super) fn by_number(&self, number: &str) -> Option<&Known> {
        self.by_number.get(number).map(|index| &self.members[*index])
    }

    /// The members who had an address before their present one.
    pub(super) fn by_former(&self, email: &str) -> Vec<&Known> {
        self.all(self.by_former.get(email))
    }

    pub(super) fn by_gsn(&self, gsn: &str) -> Vec<&Known> {
        self.all(self.by_gsn.get(gsn))
    }

    pub(super) fn by_birth(&self, name: &str, birthdate: NaiveDate) -> Vec<&Known> {
        self.all(self.by_birth.get(&(name.to_owned(), birthdate)))
    }

    /// The member of an address, present or former; none when several had it.
    pub(super) fn by_any_address(&self, email: &str) -> Option<&Known> {
        self.by_email(email).or_else(|| match *self.by_former(email) {
            [one] => Some(one),
            _ => None,
        })
    }

    /// By former address: each member who had it, with the day on which they left it.
    pub(super) fn former_holders(&self) -> HashMap<String, Vec<(NaiveDate, MemberId)>> {
        let mut holders: HashMap<String, Vec<(NaiveDate, MemberId)>> = HashMap::new();
        for member in &self.members {
            for (email, left_on) in &member.former {
                holders.entry(email.clone()).or_default().push((*left_on, member.id));
            }
        }
        holders
    }

    fn all(&self, indices: Option<&Vec<usize>>) -> Vec<&Known> {
        indices.into_iter().flatten().map(|index| &self.members[*index]).collect()
    }
}

/// A whole name in the form for comparing.
pub(super) fn whole_name(first_name: &str, prefix: &str, last_name: &str) -> String {
    let folded = fold(&format!("{first_name} {prefix} {last_name}"));
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All members: a row may look like any of them.
/// Fails when the database does not answer.
pub(super) async fn everybody(pool: &PgPool) -> Result<Directory, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, email, first_name, prefix, last_name, member_number, gsn, birthdate,
             ARRAY(SELECT email FROM former_addresses WHERE member_id = members.id ORDER BY email) AS former,
             ARRAY(SELECT (left_at AT TIME ZONE 'Europe/Amsterdam')::date FROM former_addresses
                   WHERE member_id = members.id ORDER BY email) AS left_on
         FROM members",
    )
    .fetch_all(pool)
    .await?;
    let members = rows.iter().map(|row| {
        let first_name: String = row.try_get("first_name")?;
        let (former, left_on): (Vec<String>, Vec<NaiveDate>) =
            (row.try_get("former")?, row.try_get("left_on")?);
        Ok(Known {
            id: MemberId(row.try_get("id")?),
            email: row.try_get("email")?,
            former: former.into_iter().zip(left_on).collect(),
            name: whole_name(&first_name, row.try_get("prefix")?, row.try_get("last_name")?),
            first_name,
            number: row.try_get("member_number")?,
            gsn: row.try_get("gsn")?,
            birthdate: row.try_get("birthdate")?,
        })
    });
    Ok(Directory::from_members(members.collect::<Result<_, sqlx::Error>>()?))
}
