//! A new e-mail address of a member, asked for by the member or an operator: the link to the new address, and the mails
//! about it. The new mailbox proves that it is reached before anything changes; the former one learns of it at once.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_documents::mail::{
    AddressChanged, AddressInUse, AddressSide, AskedBy, ConfirmAddress, NewAddressAsked,
};
use fairway_documents::{PersonName, Portal};
use fairway_events::MemberId;
use fairway_store::PgConnection;
use fairway_store::address_changes::{NewRequest, Started};
use fairway_store::member_addresses::NewAddress;
use fairway_store::outbox::Recipient;
use fairway_store::outbox::queue::Outbox;
use fairway_store::passwords::Addressee;
use fairway_store::{address_changes, member_addresses};

/// How long a link works.
const LINK_VALIDITY: TimeDelta = TimeDelta::hours(1);

/// A request for a new address.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The member whose address changes.
    pub member: MemberId,
    /// In its one form; not the present one.
    pub email: &'a str,
    /// The member or an operator.
    pub by: AskedBy,
}

/// The result of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The mails are queued.
    Sent,
    /// The same, but this other member has the address, and got a mail instead of the link. Only operators may learn
    /// this.
    InUse(MemberId),
    /// There were too many, the oldest at this time.
    TooMany(DateTime<Utc>),
    /// The member is gone or disabled.
    Gone,
}

/// Asks for a new address, in the transaction of `connection`.
pub async fn ask(
    connection: &mut PgConnection,
    outbox: &Outbox,
    portal: &Portal,
    request: Request<'_>,
    at: DateTime<Utc>,
) -> Result<Asked, fairway_store::Error> {
    let Request { member, email, by } = request;
    let token = random::new_token();
    let token_hash = random::digest(token.as_bytes());
    let by_member = by == AskedBy::Member;
    let valid_until = at + LINK_VALIDITY;
    let new = NewRequest { member, email, token_hash: &token_hash, by_member, at, expires: valid_until };
    let (to, present, holder) = match address_changes::start(&mut *connection, new).await? {
        Started::Waits { to, present, holder } => (to, present, holder),
        Started::TooMany(oldest) => return Ok(Asked::TooMany(oldest)),
        Started::Gone => return Ok(Asked::Gone),
    };
    let recipient = &name(to);
    let cause = hex::encode(&token_hash);
    let notice = NewAddressAsked { portal, recipient, by, asked_at: at }.compose();
    let key = format!("new-address-asked:{cause}");
    outbox.queue(&mut *connection, &key, &Recipient::MemberAt(member, present), &notice).await?;
    let key = format!("new-address:{cause}");
    let Some(holder) = holder else {
        let link = ConfirmAddress { portal, recipient, token: &token, valid_until }.compose();
        outbox.queue(connection, &key, &Recipient::MemberAt(member, email.to_owned()), &link).await?;
        return Ok(Asked::Sent);
    };
    let (holder_id, to) = (holder.member, Recipient::Member(holder.member));
    let mail = AddressInUse { portal, recipient: &name(holder) }.compose();
    outbox.queue(connection, &key, &to, &mail).await?;
    Ok(Asked::InUse(holder_id))
}

/// The result of a confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmed {
    /// The account has the address.
    Changed(MemberId, String),
    /// Another member has got it meanwhile. The transaction has failed.
    Taken,
    /// The link is invalid, used or expired.
    Invalid,
}

/// Uses the link of a request, in the transaction of `connection`.
pub async fn confirm(
    connection: &mut PgConnection,
    outbox: &Outbox,
    portal: &Portal,
    token_hash: &[u8],
    at: DateTime<Utc>,
) -> Result<Confirmed, fairway_store::Error> {
    let Some(waiting) = address_changes::find_locked(&mut *connection, token_hash, at).await? else {
        return Ok(Confirmed::Invalid);
    };
    let (member, email) = (waiting.member, waiting.email);
    let (to, former) = match member_addresses::change(&mut *connection, member, &email, at).await? {
        NewAddress::Changed { to, former } => (to, former),
        NewAddress::Taken => return Ok(Confirmed::Taken),
        NewAddress::Unchanged => return Ok(Confirmed::Invalid),
    };
    let by = if waiting.by_member { AskedBy::Member } else { AskedBy::Operator };
    let change = ChangedAddress { to, former: &former, by, at };
    change.queue(connection, outbox, portal, &hex::encode(token_hash)).await?;
    Ok(Confirmed::Changed(member, email))
}

/// A change that was made.
#[derive(Debug)]
pub struct ChangedAddress<'a> {
    /// The member.
    pub to: Addressee,
    /// The address that they had.
    pub former: &'a str,
    /// The member or the operator who asked for it.
    pub by: AskedBy,
    /// The instant of the change.
    pub at: DateTime<Utc>,
}

impl ChangedAddress<'_> {
    /// Queues the mails to both mailboxes, in the transaction of the change: either may be another person's. `cause` is
    /// unique for the change.
    pub async fn queue(
        self,
        connection: &mut PgConnection,
        outbox: &Outbox,
        portal: &Portal,
        cause: &str,
    ) -> Result<(), fairway_store::Error> {
        let member = self.to.member;
        let recipient = &name(self.to);
        let mailboxes = [
            ("former", AddressSide::Former, Recipient::MemberAt(member, self.former.to_owned())),
            ("present", AddressSide::Present, Recipient::Member(member)),
        ];
        for (box_name, side, to) in mailboxes {
            let mail = AddressChanged { portal, recipient, side, by: self.by, changed_at: self.at }.compose();
            let key = format!("address-changed:{box_name}:{cause}");
            outbox.queue(&mut *connection, &key, &to, &mail).await?;
        }
        Ok(())
    }
}

fn name(to: Addressee) -> PersonName {
    PersonName::new(to.first_name, to.prefix, to.last_name)
}
