//! Walks through a JSON value and tracks its location. A problem is recorded and reading continues with a placeholder,
//! which is never used: a data set with a problem is refused as a whole.

use std::cell::RefCell;

use chrono::NaiveDate;
use fairway_events::Holes;
use fairway_store::content::dates::{self, DataDate};
use fairway_text::code;
use serde_json::{Map, Value};

use crate::problems::Sink;

/// A file that is being read.
pub struct Source<'a> {
    /// Its name, for problems.
    pub file: &'a str,
    /// In Europe/Amsterdam.
    pub today: NaiveDate,
    /// Where problems are collected.
    pub sink: &'a Sink,
}

impl Source<'_> {
    /// The placeholder for a date that cannot be read.
    fn no_date(&self) -> DataDate {
        DataDate { written: String::new(), day: self.today }
    }
}

/// A value and its location.
#[derive(Clone)]
pub struct Place<'a> {
    /// The file.
    pub source: &'a Source<'a>,
    pub(crate) path: String,
    value: &'a Value,
}

impl<'a> Place<'a> {
    /// The whole file.
    pub fn root(source: &'a Source<'a>, value: &'a Value) -> Self {
        Self { source, path: String::new(), value }
    }

    /// Records a problem here.
    pub fn refuse(&self, message: impl Into<String>) {
        self.source.sink.add(self.source.file, &self.path, message);
    }

    /// The elements of a list.
    pub fn items(&self) -> Vec<Self> {
        let Value::Array(items) = self.value else {
            self.refuse("must be a list");
            return Vec::new();
        };
        items
            .iter()
            .enumerate()
            .map(|(index, value)| Self {
                source: self.source,
                path: format!("{}[{index}]", self.path),
                value,
            })
            .collect()
    }

    /// Reads an object; keys that `read` does not ask for are problems.
    pub fn object<T>(&self, read: impl FnOnce(&RowFields<'a>) -> T) -> Option<T> {
        let Value::Object(map) = self.value else {
            self.refuse("must be an object");
            return None;
        };
        let fields = RowFields { place: self.clone(), map, asked: RefCell::default() };
        let row = read(&fields);
        for key in map.keys().filter(|key| !fields.asked.borrow().contains(&key.as_str())) {
            fields.at(key).refuse("is not a known key");
        }
        Some(row)
    }

    /// A text without blanks around it.
    pub fn text(&self) -> String {
        match self.value {
            Value::String(text) if text.contains('\0') => self.refused("must not contain null characters"),
            Value::String(text) => text.trim().to_owned(),
            _ => self.refused("must be text"),
        }
    }

    /// A text that is not empty.
    pub fn filled_text(&self) -> String {
        self.filled(self.text())
    }

    /// A text about a person, without what contacts, PDFs and spreadsheets add.
    pub fn line(&self) -> String {
        fairway_text::line(&self.text())
    }

    fn filled(&self, text: String) -> String {
        if text.is_empty() && self.value.is_string() {
            self.refuse("must not be empty");
        }
        text
    }

    /// Text of at most so many characters.
    pub(crate) fn bounded_text(&self, longest: usize) -> String {
        let text = self.text();
        if text.chars().count() > longest {
            self.refuse(format!("must have at most {longest} characters"));
        }
        text
    }

    /// Whether it is text, where a number may be one.
    pub fn is_text(&self) -> bool {
        self.value.is_string()
    }

    /// True or false.
    pub fn boolean(&self) -> bool {
        self.value.as_bool().unwrap_or_else(|| self.refused("must be true or false"))
    }

    pub(crate) fn whole(&self, lowest: i64, highest: i64) -> i64 {
        match self.value.as_i64() {
            Some(number) if (lowest..=highest).contains(&number) => number,
            _ => self.refused(&format!("must be a whole number from {lowest} to {highest}")),
        }
    }

    /// A number within bounds.
    pub fn number(&self, lowest: f64, highest: f64) -> f64 {
        match self.value.as_f64() {
            Some(number) if (lowest..=highest).contains(&number) => number,
            _ => self.refused(&format!("must be a number from {lowest} to {highest}")),
        }
    }

    pub(crate) fn holes(&self) -> Holes {
        let count = self.value.as_u64().and_then(|count| u8::try_from(count).ok());
        count.and_then(|count| Holes::try_from(count).ok()).unwrap_or_else(|| {
            self.refuse("must be 9 or 18");
            Holes::Nine
        })
    }

    /// A day, in one of [`dates::FORMS`].
    pub fn date(&self) -> DataDate {
        self.parsed_date().unwrap_or_else(|| {
            self.refuse(format!("must be {}", dates::FORMS));
            self.source.no_date()
        })
    }

    /// A day before today.
    pub fn past_date(&self) -> DataDate {
        if self.parsed_date().is_some_and(|date| date.day >= self.source.today) {
            self.refuse("must lie in the past");
        }
        self.date()
    }

    fn parsed_date(&self) -> Option<DataDate> {
        self.value.as_str().and_then(|text| dates::parse(&code(text), self.source.today))
    }

    fn refused<T: Default>(&self, message: &str) -> T {
        self.refuse(message);
        T::default()
    }
}

/// The fields of an object.
pub struct RowFields<'a> {
    /// The object.
    pub place: Place<'a>,
    map: &'a Map<String, Value>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> RowFields<'a> {
    fn at(&self, key: &str) -> Place<'a> {
        let (source, value) = (self.place.source, self.map.get(key).unwrap_or(&Value::Null));
        let path =
            if self.place.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place.path) };
        Place { source, path, value }
    }

    /// A field that must be there.
    pub fn required<T: Default>(&self, key: &'static str, read: impl FnOnce(Place<'a>) -> T) -> T {
        self.asked.borrow_mut().push(key);
        if self.map.contains_key(key) { read(self.at(key)) } else { self.at(key).refused("is missing") }
    }

    /// Like [`RowFields::required`], for types without a default.
    pub fn required_or<T>(&self, key: &'static str, absent: T, read: impl FnOnce(Place<'a>) -> T) -> T {
        self.asked.borrow_mut().push(key);
        if self.map.contains_key(key) {
            read(self.at(key))
        } else {
            self.at(key).refuse("is missing");
            absent
        }
    }

    /// A field that may be absent or null.
    pub fn optional<T>(&self, key: &'static str, read: impl FnOnce(Place<'a>) -> T) -> Option<T> {
        self.asked.borrow_mut().push(key);
        self.map.get(key).filter(|value| !value.is_null()).map(|_| read(self.at(key)))
    }

    /// A day, as [`Place::date`].
    pub fn date(&self, key: &'static str) -> DataDate {
        self.required_or(key, self.place.source.no_date(), |place| place.date())
    }

    /// A day, as [`Place::past_date`].
    pub fn past_date(&self, key: &'static str) -> DataDate {
        self.required_or(key, self.place.source.no_date(), |place| place.past_date())
    }

    /// 9 or 18 holes.
    pub fn holes(&self, key: &'static str) -> Holes {
        self.required_or(key, Holes::Nine, |place| place.holes())
    }

    pub(crate) fn text(&self, key: &'static str) -> String {
        self.required(key, |place| place.text())
    }

    /// A text, as [`Place::filled_text`].
    pub fn filled_text(&self, key: &'static str) -> String {
        self.required(key, |place| place.filled_text())
    }

    /// A text about a person, as [`Place::line`], that is not empty.
    pub fn filled_line(&self, key: &'static str) -> String {
        self.required(key, |place| place.filled(place.line()))
    }

    /// The same; empty where it is absent.
    pub fn optional_line(&self, key: &'static str) -> String {
        self.optional(key, |place| place.line()).unwrap_or_default()
    }
}
