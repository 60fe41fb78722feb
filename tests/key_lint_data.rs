//! The key lint: personal and business data in the clear.
//!
//! Claims: each kind of data is found by its published form, near misses are not, and no finding
//! repeats the data.
//! Not covered: data behind an encoding.

#[path = "support/attempts.rs"]
mod attempts;

use attempts::*;
use onceproof::key::lint::{Rule, Severity, lint};

/// The rules about data that a key breaks.
fn shows(key: &str) -> Vec<Rule> {
    let all = of_one_intent(&[key]);
    assert!(
        all.iter().filter(|it| it.rule != Rule::KeyGuessable).all(|it| !it.sentence.contains(key)),
        "data is not repeated: {all:?}"
    );
    let about_data =
        [Rule::ShowsEmail, Rule::ShowsPhone, Rule::ShowsCard, Rule::ShowsIban, Rule::ShowsAmount];
    rules(&all).into_iter().filter(|rule| about_data.contains(rule)).collect()
}

#[test]
fn personal_data_is_found_by_its_form() {
    let cases: &[(Rule, &[&str])] = &[
        (
            Rule::ShowsEmail,
            &[
                "anna@example.com",
                "charge:anna.b+x@mail.example.co.uk:1",
                "anna%40example.com-retry1",
                "x-anna@example.com-2",
            ],
        ),
        (
            Rule::ShowsPhone,
            &["+491701234567", "sms:+49 170 123-4567", "call-+1-202-555-0143", "%2B491701234567"],
        ),
        (
            Rule::ShowsCard,
            &[
                "4111111111111111",
                "pay-4111 1111 1111 1111",
                "pay_5555-5555-5555-4444-1",
                "378282246310005",
                "3782-822463-10005",
            ],
        ),
        (
            Rule::ShowsIban,
            &[
                "DE89370400440532013000",
                "sepa:GB82WEST12345698765432",
                "DE89 3704 0044 0532 0130 00",
            ],
        ),
        (
            Rule::ShowsAmount,
            &[
                "order-7-EUR-4200",
                "refund_49.99_USD",
                "usd:500",
                "pay-$20",
                "20€-x",
                "total-500usd",
                "x-CAD-250",
            ],
        ),
    ];
    for (rule, keys) in cases {
        for key in *keys {
            assert_eq!(shows(key), [*rule], "{key}");
        }
    }
}

#[test]
fn near_misses_are_not_taken_for_personal_data() {
    let clean = [
        "pkg@1.2.3",
        "@example",
        "user@host",
        "a@b.c1",
        "sha256@9f86d081884c7d65.x",
        "+1234567",
        "order+20261130123456",
        "a+491701234567",
        "+49170123456789012",
        "+0123456789",
        "4111111111111112",
        "1764504000123456",
        "44111111111111111",
        "411111111111111",
        "x4111111111111111",
        "0000000000000000",
        "6759649826438453000000",
        "DE89370400440532013001",
        "XX89370400440532013000",
        "de89370400440532013000",
        "DE8937040044",
        // Hex that happens to start like a country and to have the right check digits.
        "BA473CE95A3F61159A0D72B18AB735F7",
        "try-25",
        "all-10",
        "eur-2",
        "usd",
        "250-cad",
        "step-12",
        "busd-25",
        "9007199254740993",
        "0f8fad5b-d9cb-469f-a165-70867728950e",
    ];
    for key in clean {
        assert_eq!(shows(key), [], "{key}");
    }
}

#[test]
fn a_value_of_the_arguments_in_the_key_is_found() {
    let shown = |key: &str, arguments: &str| {
        let findings = lint(&[attempt(1, "i", key, None, Some(arguments))]);
        let found = findings.into_iter().find(|finding| finding.rule == Rule::ShowsArgument);
        found.map(|finding| (finding.severity, finding.sentence))
    };
    let cases = [
        (
            Severity::Error,
            format!("anna-mueller-{CLEAN}"),
            r#"{"customer":{"name":"Anna Mueller"}}"#,
            "/customer/name",
        ),
        (
            Severity::Error,
            format!("{CLEAN}:4711-B"),
            r#"{"customer_address":"4711 B"}"#,
            "/customer_address",
        ),
        (
            Severity::Warning,
            format!("{CLEAN}/Seat 12 March"),
            r#"{"note":"seat 12, March"}"#,
            "/note",
        ),
        (
            Severity::Warning,
            format!("inv-{CLEAN}-104242"),
            r#"{"customer_id":104242}"#,
            "/customer_id",
        ),
        (Severity::Error, format!("{CLEAN}-1971"), r#"{"birthYear":1971}"#, "/birthYear"),
    ];
    for (severity, key, arguments, pointer) in cases {
        let (found, sentence) = shown(&key, arguments).expect(&key);
        assert_eq!(found, severity, "{key}");
        assert!(sentence.contains(pointer), "{sentence}");
    }
    let clean = [
        (CLEAN.to_owned(), format!(r#"{{"idempotency_key":"{CLEAN}"}}"#)),
        (format!("pay-{CLEAN}"), format!(r#"{{"order":"{CLEAN}"}}"#)),
        (format!("pay-{CLEAN}-cus_9f8e7d6c5b4a"), r#"{"customer":"cus_9f8e7d6c5b4a"}"#.to_owned()),
        (format!("create_order-{CLEAN}"), r#"{"tool":"create_order"}"#.to_owned()),
        (format!("abc-{CLEAN}"), r#"{"name":"abc"}"#.to_owned()),
        (format!("annamueller-{CLEAN}"), r#"{"name":"Anna"}"#.to_owned()),
        (format!("order-8812-{CLEAN}"), r#"{"order_id":8812}"#.to_owned()),
    ];
    for (key, arguments) in clean {
        assert_eq!(shown(&key, &arguments), None, "{key} {arguments}");
    }
}
