//! Each rule says something, and says it of its own parameter.

use super::*;
use crate::spec::named::STRICT;
use crate::spec::open::{OpenContract, possibly};

#[test]
fn each_rule_applies_to_some_contract_and_none_to_strict() {
    let any = Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(STRICT), |open, parameter| open.opened(*parameter));
    let brief = any.lasting(Span::Ticks(9), Span::Ticks(2), Span::Ticks(3));
    for rule in RULES {
        assert!(possibly(&brief, rule.gives_up), "{}", rule.because);
        assert!(!(rule.gives_up)(&STRICT), "{}", rule.because);
    }
}

#[test]
fn each_rule_depends_on_its_own_parameter() {
    let any = Parameter::ALL
        .iter()
        .fold(OpenContract::pinned(STRICT), |open, parameter| open.opened(*parameter));
    for rule in RULES {
        let own = rule.parameter;
        // With the parameter as in strict no rule of that parameter applies, whatever else.
        let kept = any.narrowed(own, own.index_in(&STRICT));
        assert!(!possibly(&kept, rule.gives_up), "{}", rule.because);
    }
}
