//! A JSON value, as it was given.
//!
//! *What it claims.* Two things that a parsed JSON value often loses are kept: the order of an
//! object's members, repeated ones included, and whether a number was written as an integer.
//! `200` is an integer; `200.0`, `2e2` and `-0` are not, although their values are whole.
//! *How that is checked.* By reading those texts; the check that order never changes identity
//! would be empty if reading sorted the members first.
//! *What is not covered.* The digits of a number that is not an integer, and integers beyond 64
//! bits, which count as no integer. Keys and fingerprints read JSON more strictly.

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Formatter;

/// A JSON value, with its members in the order in which they were given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number written as an integer.
    Integer(i128),
    /// A number written with a fraction or an exponent, or too large, or as `-0`.
    NotAnInteger(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Given>),
    /// An object: its members as given.
    Object(Vec<(String, Given)>),
}

impl Given {
    /// Reads a JSON text.
    ///
    /// ```
    /// use onceproof::example::worked::Given;
    /// assert_eq!(Given::read("200").unwrap(), Given::Integer(200));
    /// assert!(matches!(Given::read("2e2").unwrap(), Given::NotAnInteger(_)));
    /// ```
    pub fn read(text: &str) -> Result<Given, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// A string.
    #[must_use]
    pub fn text(text: &str) -> Given {
        Given::Text(text.to_owned())
    }

    /// An object of these members, in this order.
    #[must_use]
    pub fn object<const N: usize>(members: [(&str, Given); N]) -> Given {
        Given::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The same object with one member set: in its place when it has one, else at the end.
    /// Anything but an object stays as it is.
    #[must_use]
    pub fn with(mut self, name: &str, value: Given) -> Given {
        if let Given::Object(members) = &mut self {
            match members.iter_mut().find(|(present, _)| present == name) {
                Some((_, old)) => *old = value,
                None => members.push((name.to_owned(), value)),
            }
        }
        self
    }
}

/// A parsed value; its members come in the order in which it kept them.
impl From<serde_json::Value> for Given {
    fn from(value: serde_json::Value) -> Given {
        match value {
            serde_json::Value::Null => Given::Null,
            serde_json::Value::Bool(truth) => Given::Bool(truth),
            serde_json::Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(integer), _) => Given::Integer(integer.into()),
                (None, Some(integer)) => Given::Integer(integer.into()),
                (None, None) => Given::NotAnInteger(number.as_f64().unwrap_or(f64::NAN)),
            },
            serde_json::Value::String(text) => Given::Text(text),
            serde_json::Value::Array(items) => {
                Given::List(items.into_iter().map(Given::from).collect())
            }
            serde_json::Value::Object(members) => Given::Object(
                members.into_iter().map(|(name, value)| (name, Given::from(value))).collect(),
            ),
        }
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Given::Null => serializer.serialize_unit(),
            Given::Bool(truth) => serializer.serialize_bool(*truth),
            Given::Integer(integer) => serializer.serialize_i128(*integer),
            Given::NotAnInteger(number) => serializer.serialize_f64(*number),
            Given::Text(text) => serializer.serialize_str(text),
            Given::List(items) => serializer.collect_seq(items),
            Given::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Given;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Given, E> {
        Ok(Given::Null)
    }
    fn visit_bool<E>(self, truth: bool) -> Result<Given, E> {
        Ok(Given::Bool(truth))
    }
    fn visit_u64<E>(self, integer: u64) -> Result<Given, E> {
        Ok(Given::Integer(integer.into()))
    }
    fn visit_i64<E>(self, integer: i64) -> Result<Given, E> {
        Ok(Given::Integer(integer.into()))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Given, E> {
        Ok(Given::NotAnInteger(number))
    }
    fn visit_str<E>(self, text: &str) -> Result<Given, E> {
        Ok(Given::text(text))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut given: A) -> Result<Given, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = given.next_element()? {
            items.push(item);
        }
        Ok(Given::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Given, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = given.next_entry()? {
            members.push(member);
        }
        Ok(Given::Object(members))
    }
}
