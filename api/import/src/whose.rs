//! Finds the member of a row: a person may have another address than the portal knows. A fact that only a data set
//! writes decides alone. A fact that members can write themselves and a name decide only together, and otherwise make a
//! question to the data set's author.

use crate::known::{Directory, Known, whole_name};
use crate::rows::MemberRow;

/// The answers that a row may give where the portal must not guess.
const ANSWERS: &str = "if it is the same person, give the row `\"previous_email\"` with the address that the portal knows; if it is \
                       another one, `\"is_another_person\": true`";

/// The member whose row it is; none: a new one. `rows_with_gsn`: how many rows have this row's federation number.
///
/// # Errors
/// A sentence, where two answers contradict each other, or a new member looks like a known one.
pub(super) fn whose<'a>(
    row: &MemberRow,
    directory: &'a Directory,
    rows_with_gsn: usize,
) -> Result<Option<&'a Known>, String> {
    let name = whole_name(&row.first_name, &row.prefix, &row.last_name);
    let by_email = directory.by_email(&row.email);
    let by_gsn = by_gsn(row, &name, directory, rows_with_gsn);
    if let Some(member) = stated(row, &name, directory, by_email)? {
        return Ok(Some(member));
    }
    if let Some(member) = by_email {
        if have_other_numbers(row, member) && (name != member.name || were_born_apart(row, member)) {
            return Err(format!(
                "is the address of member number `{}`, who has another name or birth date: {ANSWERS}, with an address of its \
                 own",
                member.number
            ));
        }
        if let Some(other) = by_gsn.filter(|other| other.id != member.id && name != member.name) {
            return Err(format!(
                "is the address of another member, while name and federation number are those of `{}`: give each person an \
                 address of their own",
                other.email
            ));
        }
        return Ok(Some(member));
    }
    if row.is_another_person {
        return Ok(None);
    }
    let former = directory.by_former(&row.email);
    let mut namesakes = former.iter().copied().filter(|member| member.name == name && !differ(row, member));
    let by_former = match (namesakes.next(), namesakes.next()) {
        (Some(member), None) => Some(member),
        _ => None,
    };
    if let (Some(one), Some(other)) = (by_former, by_gsn)
        && one.id != other.id
    {
        return Err(contradiction(row, "the name", one, other));
    }
    let found = by_former.or(by_gsn);
    if found.is_none() { alike(row, &name, directory).map_or(Ok(None), Err) } else { Ok(found) }
}

/// The member that the row names by a fact that only a data set writes: its number, or a former address. The present
/// address must be theirs or nobody's.
fn stated<'a>(
    row: &MemberRow,
    name: &str,
    directory: &'a Directory,
    by_email: Option<&Known>,
) -> Result<Option<&'a Known>, String> {
    let by_number = directory.by_number(&row.member_number);
    let previous = row.previous_email.as_deref().and_then(|email| directory.by_any_address(email));
    let stated = match (by_number, previous) {
        (Some(one), Some(other)) if one.id != other.id => {
            return Err(contradiction(row, "`member_number`", one, other));
        }
        (by_number, previous) => by_number.or(previous),
    };
    if let (Some(one), Some(other)) = (stated, by_email)
        && one.id != other.id
    {
        let what = if by_number.is_some() { "`member_number`" } else { "`previous_email`" };
        return Err(format!(
            "is the address of another member, while {what} is that of `{}`: give each person an address of their own",
            one.email
        ));
    }
    if let (Some(member), None) = (by_number, previous) {
        let is_born_alike = row.birthdate.is_some() && row.birthdate == member.birthdate;
        // Some administrations give a leaver's number to the next member.
        if name != member.name && !is_born_alike && !has_address(member, &row.email) {
            return Err(format!(
                "has the number of `{}`, but neither that name, birth date nor address: {ANSWERS}, with a number of its own",
                member.email
            ));
        }
    }
    // A member who left this address since then is a third person.
    if let (None, Some(member)) = (by_number, previous)
        && let Some(other) = directory.by_former(&row.email).into_iter().find(|other| other.id != member.id)
        && !has_address(member, &row.email)
    {
        return Err(contradiction(row, "`previous_email`", member, other));
    }
    Ok(stated)
}

fn has_address(member: &Known, email: &str) -> bool {
    member.email == email || member.former.iter().any(|(former, _)| former == email)
}

fn have_other_numbers(row: &MemberRow, member: &Known) -> bool {
    !row.member_number.is_empty() && !member.number.is_empty() && row.member_number != member.number
}

fn were_born_apart(row: &MemberRow, member: &Known) -> bool {
    matches!((row.birthdate, member.birthdate), (Some(one), Some(other)) if one != other)
}

/// Whether they cannot be one person whatever the name: father and son.
fn differ(row: &MemberRow, member: &Known) -> bool {
    have_other_numbers(row, member) || were_born_apart(row, member)
}

/// The member to whom federation number and name point together: members can write the number themselves, so it never
/// does so alone.
fn by_gsn<'a>(
    row: &MemberRow,
    name: &str,
    directory: &'a Directory,
    rows_with_gsn: usize,
) -> Option<&'a Known> {
    match *directory.by_gsn(&row.gsn) {
        [member] if rows_with_gsn == 1 && member.name == name && !differ(row, member) => Some(member),
        _ => None,
    }
}

fn contradiction(row: &MemberRow, what: &str, one: &Known, other: &Known) -> String {
    format!(
        "`{}`: {what} points to `{}`, and the rest of the row to `{}`: correct the row",
        row.email, one.email, other.email
    )
}

/// Why a new member may be a known one.
fn alike(row: &MemberRow, name: &str, directory: &Directory) -> Option<String> {
    let born = row.birthdate.map(|birthdate| directory.by_birth(name, birthdate)).unwrap_or_default();
    let why = [
        ("name and birth date", born),
        ("the federation number", directory.by_gsn(&row.gsn)),
        ("a former address", directory.by_former(&row.email)),
    ];
    let (what, member) = why.into_iter().find_map(|(what, members)| Some((what, *members.first()?)))?;
    Some(format!("`{}` would be a new member, with {what} of `{}`: {ANSWERS}", row.email, member.email))
}

#[cfg(test)]
mod tests;
