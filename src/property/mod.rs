//! stub
#![allow(missing_docs)]
use crate::spec::Contract;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    P1,
    P3,
    P4,
    P6,
}
impl Property {
    pub fn id(self) -> &'static str {
        "P1"
    }
    pub fn name(self) -> &'static str {
        "at"
    }
}
pub struct GivenUp {
    pub property: Property,
}
pub fn given_up(_c: &Contract) -> Vec<GivenUp> {
    vec![]
}
pub fn by_strength(a: &Contract, b: &Contract) -> std::cmp::Ordering {
    a.cmp(b)
}
