//! Personal and business data in the clear.
//!
//! Claims: an e-mail address, a telephone number, a card number, an IBAN and an amount are found by
//! their published form, check digits included; values of the arguments are found verbatim, up to
//! case and punctuation. Values that are opaque themselves are references, not data.
//! Checked by: `tests/key_lint.rs`, with near misses for each.
//! Not covered: national telephone numbers without `+`, names that are not in the arguments,
//! and data behind an encoding.

use super::tokens::{Class, Token, tokens};
use super::{Attempt, Field, Finding, Rule, Severity, lines, shown_pointer};
use crate::key::times;

const ADVICE: &str = "Keys are logged, indexed and sent to others. Use an opaque reference to the \
                      authorised intent, or a digest such as an intent key.";

pub(super) fn judge(key: &str, attempts: &[&Attempt], findings: &mut Vec<Finding>) {
    let all_lines = lines(attempts);
    for (rule, severity, what) in patterns(key) {
        findings.push(Finding {
            rule,
            severity,
            lines: all_lines.clone(),
            sentence: format!("a key of {} characters holds {what}", key.chars().count()),
            advice: ADVICE,
        });
    }
    let plain_key = plain(key);
    let fields = attempts.iter().flat_map(|attempt| &attempt.fields);
    let mut shown: Vec<(&str, Severity)> = fields
        .filter_map(|field| exposes(field, key, &plain_key).map(|it| (field.pointer.as_str(), it)))
        .collect();
    shown.sort_unstable();
    shown.dedup();
    for (pointer, severity) in shown {
        findings.push(Finding {
            rule: Rule::ShowsArgument,
            severity,
            lines: all_lines.clone(),
            sentence: format!(
                "a key holds the value of the argument {} in the clear",
                shown_pointer(pointer)
            ),
            advice: ADVICE,
        });
    }
}

/// The data that a text shows by its form alone.
fn patterns(text: &str) -> Vec<(Rule, Severity, &'static str)> {
    let decoded = text.replace("%40", "@").replace("%2B", "+");
    let mut found = Vec::new();
    if has_email(&decoded) {
        found.push((Rule::ShowsEmail, Severity::Error, "an e-mail address"));
    }
    if has_phone(&decoded) {
        found.push((Rule::ShowsPhone, Severity::Error, "a telephone number"));
    }
    if has_card(&decoded) {
        found.push((Rule::ShowsCard, Severity::Error, "a payment card number"));
    }
    if has_iban(&decoded) {
        found.push((Rule::ShowsIban, Severity::Error, "an IBAN"));
    }
    if has_amount(&decoded) {
        found.push((Rule::ShowsAmount, Severity::Warning, "an amount of money"));
    }
    found
}

fn has_email(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        let local = before.ends_with(|it: char| it.is_alphanumeric() || "._%+-".contains(it));
        let end = after
            .find(|it: char| !it.is_ascii_alphanumeric() && it != '.' && it != '-')
            .unwrap_or(after.len());
        let domain = after.get(..end).unwrap_or_default();
        let host = !domain.starts_with(['.', '-']);
        let top = domain.split('.').skip(1).any(|label| {
            let letters = label.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(label.len());
            let rest = label.get(letters..).unwrap_or_default();
            letters >= 2 && (rest.is_empty() || rest.starts_with('-'))
        });
        local && host && top
    })
}

/// ITU-T E.164: `+`, a country code, 8 to 15 digits in all.
fn has_phone(text: &str) -> bool {
    text.match_indices('+').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        let (mut digits, mut separator, mut ended_in_letter) = (0, false, false);
        for it in after.chars() {
            match it {
                '0'..='9' => (digits, separator) = (digits + 1, false),
                ' ' | '-' | '.' | '(' | ')' if digits > 0 && !separator => separator = true,
                _ => {
                    ended_in_letter = it.is_alphanumeric() && !separator;
                    break;
                }
            }
        }
        !before.ends_with(char::is_alphanumeric)
            && after.starts_with(|it: char| ('1'..='9').contains(&it))
            && (8..=15).contains(&digits)
            && !ended_in_letter
    })
}

/// ISO/IEC 7812: 13 to 19 digits, or groups of 4-4-4-4 or 4-6-5, of a payment network's range,
/// with the right check digit.
fn has_card(text: &str) -> bool {
    let all = tokens(text);
    let single = all.iter().any(|token| token.class == Class::Digits && is_card(token.text));
    let grouped = |sizes: &[usize]| {
        all.windows(sizes.len() * 2 - 1).any(|window| {
            let groups: Vec<&Token<'_>> = window.iter().step_by(2).collect();
            let fits = groups
                .iter()
                .zip(sizes)
                .all(|(group, size)| group.class == Class::Digits && group.text.len() == *size);
            let mut separators = window.iter().skip(1).step_by(2);
            let joined = separators.all(|it| matches!(it.text, " " | "-"));
            fits && joined && is_card(&groups.iter().map(|group| group.text).collect::<String>())
        })
    };
    single || grouped(&[4, 4, 4, 4]) || grouped(&[4, 6, 5])
}

fn is_card(digits: &str) -> bool {
    let first =
        |count: usize| digits.get(..count).and_then(|it| it.parse::<u32>().ok()).unwrap_or(0);
    let length = digits.len();
    let network = match (first(1), first(2), first(4)) {
        (4, ..) => matches!(length, 13 | 16 | 19),
        (_, 51..=55, _) | (_, _, 2221..=2720) => length == 16,
        (_, 34 | 37, _) => length == 15,
        (_, 30 | 36 | 38 | 39, _) => matches!(length, 14..=19),
        (_, 35 | 62 | 64 | 65, _) | (_, _, 6011) => matches!(length, 16..=19),
        _ => false,
    };
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let value = u32::from(digit - b'0') << (place % 2);
            if value > 9 { value - 9 } else { value }
        })
        .sum();
    network && sum.is_multiple_of(10)
}

/// ISO 13616: country, two check digits, the account; the whole is 1 modulo 97.
fn has_iban(text: &str) -> bool {
    let joined = text.replace(' ', "");
    tokens(&joined).iter().any(|token| token.class == Class::Mixed && is_iban(token.text))
}

fn is_iban(text: &str) -> bool {
    // The IBAN registry of SWIFT: the length in each country.
    const LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 \
        CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 \
        IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 \
        MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 \
        SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";
    let (Some(country), Some(check)) = (text.get(..2), text.get(2..4)) else {
        return false;
    };
    let expected = format!("{country}{}", text.len());
    let formed = LENGTHS.split(' ').any(|known| known == expected)
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
        && check.bytes().all(|byte| byte.is_ascii_digit());
    let moved = text.chars().skip(4).chain(text.chars().take(4));
    let remainder = moved
        .filter_map(|it| it.to_digit(36))
        .fold(0u32, |sum, value| (sum * if value > 9 { 100 } else { 10 } + value) % 97);
    formed && remainder == 1
}

/// A number of at least two digits beside a currency's code or sign.
fn has_amount(text: &str) -> bool {
    let all: Vec<Token<'_>> = tokens(text);
    let number =
        |token: &Token<'_>| token.class == Class::Digits && (2..=9).contains(&token.text.len());
    let near = |a: usize, b: usize, between: usize| {
        let joined = all.get(between).is_none_or(|it| {
            between == a || between == b || matches!(it.text, "-" | "_" | ":" | " " | "/" | "|")
        });
        let pair = all.get(a).zip(all.get(b));
        joined && pair.is_some_and(|(a, b)| is_currency(a.text) && number(b))
    };
    let codes = (0..all.len()).any(|at| {
        near(at, at + 2, at + 1)
            || near(at + 2, at, at + 1)
            || all.get(at).is_some_and(|token| token.class == Class::Mixed && is_price(token.text))
    });
    let signs = text.match_indices(['€', '$', '£', '¥']).any(|(at, sign)| {
        let after = text.get(at + sign.len()..).unwrap_or_default().trim_start();
        let before = text.get(..at).unwrap_or_default().trim_end();
        after.starts_with(|it: char| it.is_ascii_digit())
            || (sign != "$" && before.ends_with(|it: char| it.is_ascii_digit()))
    });
    codes || signs
}

/// `500usd` or `EUR4200`.
fn is_price(text: &str) -> bool {
    let ends = |code: Option<&str>, digits: Option<&str>| {
        code.zip(digits).is_some_and(|(code, digits)| {
            is_currency(code)
                && (2..=9).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let cut = text.len().saturating_sub(3);
    ends(text.get(..3), text.get(3..)) || ends(text.get(cut..), text.get(..cut))
}

fn is_currency(text: &str) -> bool {
    // Codes of ISO 4217; in lower case only those that are no English words.
    const ALWAYS: &str = "USD EUR GBP JPY CHF CNY INR BRL SEK NOK DKK PLN CZK HUF AUD NZD HKD SGD \
        KRW ZAR MXN";
    const CAPITALS: &str = "CAD TRY RUB ILS THB IDR MYR PHP RON BGN AED SAR ARS CLP COP TWD VND";
    ALWAYS.split(' ').any(|code| code.eq_ignore_ascii_case(text))
        || CAPITALS.split(' ').any(|code| code == text)
}

/// Whether a key shows a field's value, and how bad that is.
fn exposes(field: &Field, key: &str, plain_key: &str) -> Option<Severity> {
    let value = plain(&field.words);
    let words = field.words.as_str();
    let own_finding = !patterns(words).is_empty();
    if value.trim_matches('-').len() < 4 || words == key || own_finding || is_reference(words) {
        return None;
    }
    if !plain_key.contains(&format!("-{}-", value.trim_matches('-'))) {
        return None;
    }
    let named = times::words_of_name(&field.name);
    let last = named.last().map(String::as_str).unwrap_or_default();
    let reference = matches!(last, "id" | "ref" | "reference" | "key" | "token" | "uuid" | "no");
    let personal = is_personal(&named);
    let mere_label = words.bytes().all(|byte| byte.is_ascii_lowercase() || b"_-.".contains(&byte));
    match (personal, reference) {
        (true, false) => Some(Severity::Error),
        (true, true) => Some(Severity::Warning),
        (false, true) => None,
        (false, false) if mere_label || times::looks_like_time(words) > times::Timelike::No => None,
        (false, false) => Some(Severity::Warning),
    }
}

/// Lower case, every run of punctuation one `-`, and `-` at both ends.
fn plain(text: &str) -> String {
    let mut plain = String::from("-");
    for it in text.chars() {
        if !it.is_alphanumeric() {
            if !plain.ends_with('-') {
                plain.push('-');
            }
        } else {
            plain.extend(it.to_lowercase());
        }
    }
    if !plain.ends_with('-') {
        plain.push('-');
    }
    plain
}

/// An id or a digest: a reference to data, not data.
fn is_reference(text: &str) -> bool {
    tokens(text).iter().any(Token::is_opaque)
}

fn is_personal(words: &[String]) -> bool {
    const PERSONAL: [&str; 24] = [
        "customer",
        "email",
        "mail",
        "phone",
        "mobile",
        "address",
        "street",
        "iban",
        "birth",
        "dob",
        "birthday",
        "ssn",
        "passport",
        "card",
        "holder",
        "person",
        "patient",
        "recipient",
        "payee",
        "firstname",
        "lastname",
        "surname",
        "username",
        "fullname",
    ];
    const OF_PEOPLE: [&str; 6] = ["first", "last", "full", "user", "family", "given"];
    let any_of = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    any_of(&PERSONAL) || (any_of(&["name"]) && (words.len() == 1 || any_of(&OF_PEOPLE)))
}
