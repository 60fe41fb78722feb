//! Reading JSON whose objects are objects.
//!
//! Derived readers take an array for an object, member by member in the order of the source, and
//! `{"kept": null}` for the word `"kept"`. Then one document has two forms, of which only one is
//! in the schema, and a re-ordered member of ours would change what the other one means.
//!
//! *What it claims.* [`from_slice`] reads what `serde_json` reads, but takes a struct only from
//! an object, and a word only from a string.
//! *How that is checked.* `tests/schema_inputs.rs`: readers and schemas refuse the same lines.
//! *What is not covered.* Whether the JSON is strict: see [`crate::key::json`].

pub(crate) mod words;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use std::fmt::Formatter;

/// Reads a value from a JSON text.
///
/// # Errors
/// Those of `serde_json`, and an array in place of an object.
///
/// ```
/// use onceproof::spec::RequestId;
/// let by_name: Result<RequestId, _> = onceproof::by_name::from_slice(br#"{"scope":"S","key":"K"}"#);
/// assert!(by_name.is_ok());
/// let by_place: Result<RequestId, _> = onceproof::by_name::from_slice(br#"["S","K"]"#);
/// assert!(by_place.unwrap_err().to_string().starts_with("invalid type: sequence"));
/// ```
pub fn from_slice<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = T::deserialize(ByName(&mut reader))?;
    reader.end()?;
    Ok(value)
}

/// A source from which structs are read by the names of their members.
struct ByName<D>(D);

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*),)+) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* Inside(visitor))
        }
    )+};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ByName<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Inside(visitor))
    }

    forward! {
        deserialize_any(), deserialize_bool(),
        deserialize_i8(), deserialize_i16(), deserialize_i32(), deserialize_i64(), deserialize_i128(),
        deserialize_u8(), deserialize_u16(), deserialize_u32(), deserialize_u64(), deserialize_u128(),
        deserialize_f32(), deserialize_f64(),
        deserialize_char(), deserialize_str(), deserialize_string(),
        deserialize_bytes(), deserialize_byte_buf(),
        deserialize_option(), deserialize_unit(), deserialize_unit_struct(name: &'static str),
        deserialize_newtype_struct(name: &'static str),
        deserialize_seq(), deserialize_tuple(length: usize),
        deserialize_tuple_struct(name: &'static str, length: usize),
        deserialize_map(),
        deserialize_enum(name: &'static str, variants: &'static [&'static str]),
        deserialize_identifier(), deserialize_ignored_any(),
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// Whoever reads, and whatever it reads inside, reads by name too.
struct Inside<R>(R);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Inside<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(ByName(from))
    }
}

macro_rules! visit {
    ($($method:ident($type:ty),)+) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )+};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Inside<V> {
    type Value = V::Value;

    visit! {
        visit_bool(bool),
        visit_i8(i8), visit_i16(i16), visit_i32(i32), visit_i64(i64), visit_i128(i128),
        visit_u8(u8), visit_u16(u16), visit_u32(u32), visit_u64(u64), visit_u128(u128),
        visit_f32(f32), visit_f64(f64),
        visit_char(char), visit_str(&str), visit_borrowed_str(&'de str), visit_string(String),
        visit_bytes(&[u8]), visit_borrowed_bytes(&'de [u8]), visit_byte_buf(Vec<u8>),
    }

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.expecting(f)
    }
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }
    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }
    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(ByName(from))
    }
    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(ByName(from))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Parts(parts))
    }
    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Parts(parts))
    }
    fn visit_enum<A: EnumAccess<'de>>(self, parts: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Parts(parts))
    }
}

/// The parts of an array, an object or an enum.
struct Parts<A>(A);

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Parts<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Inside(seed))
    }
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Parts<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Inside(seed))
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Inside(seed))
    }
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Parts<A> {
    type Error = A::Error;
    type Variant = Parts<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, variant) = self.0.variant_seed(Inside(seed))?;
        Ok((name, Parts(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Parts<A> {
    type Error = A::Error;

    /// A word that stands alone has nothing behind it; one that is the name of an object's
    /// member has.
    fn unit_variant(self) -> Result<(), A::Error> {
        match self.0.newtype_variant::<IgnoredAny>() {
            Ok(_) => Err(A::Error::custom("a string is wanted here, not an object")),
            Err(_) => Ok(()),
        }
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Inside(seed))
    }
    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(length, Inside(visitor))
    }
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(Members(visitor))
    }
}

/// A variant whose members are in an object.
struct Members<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Members<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        from.deserialize_map(Inside(self.0))
    }
}
