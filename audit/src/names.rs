//! Names for ids. Events hold none (docs/domain.md §3.12), so they are read from today's reference data; an erased member
//! has none any more, and the text says so. Its functions fail when the database does not answer.

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::Result;
use fairway_events::{ClubId, MemberId, PlayRight, RecordedEvent, SubscriptionId, VoucherId};
use sqlx::PgPool;
use uuid::Uuid;

mod mentioned;

use mentioned::Mentioned;

/// A member who was not erased.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Person {
    name: String,
    email: String,
}

/// Names of members, clubs, passes and vouchers. Memory grows with the number of requested names, not of events.
#[derive(Debug, Default)]
pub struct Names {
    /// None: the member has no row.
    members: HashMap<Uuid, Option<Person>>,
    passes: HashMap<Uuid, Option<String>>,
    vouchers: HashMap<Uuid, Option<String>>,
    clubs: HashMap<String, String>,
    /// Names of more than one member: these members are distinguished by their addresses.
    shared: HashSet<String>,
}

impl Names {
    /// The names of every club; members and passes are added later.
    pub async fn of_clubs(pool: &PgPool) -> Result<Self> {
        let clubs: Vec<(String, String)> =
            sqlx::query_as("SELECT id, name FROM clubs").fetch_all(pool).await?;
        Ok(Self { clubs: clubs.into_iter().collect(), ..Self::default() })
    }

    /// Reads the names of everything that these events mention.
    pub async fn add_from(
        &mut self,
        pool: &PgPool,
        events: impl IntoIterator<Item = &RecordedEvent>,
    ) -> Result<()> {
        let mentioned = Mentioned::in_events(events);
        self.add(pool, &mentioned.members, &mentioned.passes).await?;
        let sql = "SELECT voucher_id, title FROM vouchers WHERE voucher_id = ANY($1)";
        add_names(pool, sql, mentioned.vouchers.iter().map(|voucher| voucher.0), &mut self.vouchers).await
    }

    /// Reads the names of members and passes that are not known yet.
    pub async fn add(
        &mut self,
        pool: &PgPool,
        members: &BTreeSet<MemberId>,
        passes: &BTreeSet<SubscriptionId>,
    ) -> Result<()> {
        let unknown_members = unknown(members.iter().map(|member| member.0), &self.members);
        if !unknown_members.is_empty() {
            let found: Vec<(Uuid, String, String)> = sqlx::query_as(
                "SELECT id, concat_ws(' ', first_name, nullif(prefix, ''), last_name), email
                 FROM members WHERE id = ANY($1)",
            )
            .bind(&unknown_members)
            .fetch_all(pool)
            .await?;
            self.members.extend(unknown_members.into_iter().map(|id| (id, None)));
            for (id, name, email) in found {
                if self.members.values().flatten().any(|person| person.name == name) {
                    self.shared.insert(name.clone());
                }
                self.members.insert(id, Some(Person { name, email }));
            }
        }
        let sql =
            "SELECT subscription_id, name FROM play_rights_subscriptions WHERE subscription_id = ANY($1)";
        add_names(pool, sql, passes.iter().map(|pass| pass.0), &mut self.passes).await
    }

    /// `Jan de Vries`, with the address where another member has the same name; or `erased member …9f3a`.
    #[must_use]
    pub fn member(&self, id: MemberId) -> String {
        match self.members.get(&id.0).and_then(Option::as_ref) {
            Some(person) if self.shared.contains(&person.name) => {
                format!("{} <{}>", person.name, person.email)
            }
            Some(person) => person.name.clone(),
            None => {
                let id = id.0.simple().to_string();
                format!("erased member …{}", &id[id.len() - 4..])
            }
        }
    }

    /// `Jan de Vries <jan@…>`, or the whole id of an erased member.
    #[must_use]
    pub fn member_in_full(&self, id: MemberId) -> String {
        match self.members.get(&id.0).and_then(Option::as_ref) {
            Some(person) => format!("{} <{}>", person.name, person.email),
            None => format!("erased member {id}"),
        }
    }

    /// The name, for programs; none for an erased member.
    #[must_use]
    pub fn known(&self, id: MemberId) -> Option<&str> {
        self.members.get(&id.0)?.as_ref().map(|person| person.name.as_str())
    }

    /// The e-mail address; none for an erased member.
    #[must_use]
    pub fn address(&self, id: MemberId) -> Option<&str> {
        self.members.get(&id.0)?.as_ref().map(|person| person.email.as_str())
    }

    /// The club's name, or its slug.
    #[must_use]
    pub fn club(&self, id: &ClubId) -> String {
        self.clubs.get(&id.0).cloned().unwrap_or_else(|| id.0.clone())
    }

    /// `pass “Heel het jaar”` or `voucher “Welkomstbonus”`.
    #[must_use]
    pub fn right(&self, right: &PlayRight) -> String {
        match right {
            PlayRight::Subscription { subscription } => {
                match self.passes.get(&subscription.0).and_then(Option::as_ref) {
                    Some(name) => format!("pass “{name}”"),
                    None => format!("pass {subscription}"),
                }
            }
            PlayRight::Voucher { title, .. } => format!("voucher “{title}”"),
        }
    }

    /// `voucher “Welkomstbonus”` or `pass “Heel het jaar”`, and never an id: `a pass` where it has no row yet.
    #[must_use]
    pub fn right_in_words(&self, right: &PlayRight) -> String {
        match right {
            PlayRight::Subscription { subscription } => self.pass_in_words(*subscription),
            PlayRight::Voucher { title, .. } => format!("voucher “{title}”"),
        }
    }

    /// `pass “Heel het jaar”`, or `a pass` where it has no row yet.
    #[must_use]
    pub fn pass_in_words(&self, id: SubscriptionId) -> String {
        let name = self.passes.get(&id.0).and_then(Option::as_ref);
        name.map_or_else(|| "a pass".to_owned(), |name| format!("pass “{name}”"))
    }

    /// `voucher “Welkomstbonus”`, or `a voucher` where it has no row yet.
    #[must_use]
    pub fn voucher_in_words(&self, id: VoucherId) -> String {
        let title = self.vouchers.get(&id.0).and_then(Option::as_ref);
        title.map_or_else(|| "a voucher".to_owned(), |title| format!("voucher “{title}”"))
    }

    /// `voucher “Welkomstbonus”`, or its id where it has no row yet.
    #[must_use]
    pub fn voucher(&self, id: VoucherId) -> String {
        match self.vouchers.get(&id.0).and_then(Option::as_ref) {
            Some(title) => format!("voucher “{title}”"),
            None => format!("voucher {id}"),
        }
    }
}

/// Reads the names that are not known yet.
async fn add_names(
    pool: &PgPool,
    sql: &str,
    ids: impl Iterator<Item = Uuid>,
    known: &mut HashMap<Uuid, Option<String>>,
) -> Result<()> {
    let unknown = unknown(ids, known);
    if !unknown.is_empty() {
        let found: Vec<(Uuid, String)> = sqlx::query_as(sql).bind(&unknown).fetch_all(pool).await?;
        known.extend(unknown.into_iter().map(|id| (id, None)));
        known.extend(found.into_iter().map(|(id, name)| (id, Some(name))));
    }
    Ok(())
}

/// The ids that are not known yet.
fn unknown<T>(ids: impl Iterator<Item = Uuid>, known: &HashMap<Uuid, T>) -> Vec<Uuid> {
    ids.filter(|id| !known.contains_key(id)).collect()
}
