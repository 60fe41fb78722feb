//! How fast canonical forms and fingerprints are made, against two other crates.
//!
//! Claims: on payloads of about 200 bytes the ratio to `serde_json_canonicalizer` is at least
//! five; the table at the end says what it is for each shape on this machine, in this run.
//! Checked by: reading the table; the run fails if two implementations disagree on a form.
//! Not covered: first calls, cold caches, payloads of megabytes, and numbers that are refused or
//! rounded, which are parsed and printed.
//!
//! Each implementation starts from JSON text and ends with canonical bytes. The others parse to
//! `serde_json::Value` and write into a buffer that is kept; for `serde_json_canonicalizer` its
//! own text-to-text route (`pipe`) is measured too, and the ratio is that to the faster one.

use criterion::{BenchmarkId, Criterion, Throughput};
use onceproof::key::{Canonicaliser, Fingerprint, Mode};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SHAPES: &[(&str, &str)] = &[
    (
        "api call, names unordered",
        r#"{"operation":"create_charge","amount":4200,"currency":"EUR","customer":"cus_9f8e7d6c5b4a3210","description":"March, seat 12","capture":true,"metadata":{"order":"ord_551203","attempt_limit":3},"tax":null}"#,
    ),
    (
        "the same, already canonical",
        r#"{"amount":4200,"capture":true,"currency":"EUR","customer":"cus_9f8e7d6c5b4a3210","description":"March, seat 12","metadata":{"attempt_limit":3,"order":"ord_551203"},"operation":"create_charge","tax":null}"#,
    ),
    (
        "spaced like json.dumps",
        r#"{"operation": "create_charge", "amount": 4200, "currency": "EUR", "customer": "cus_9f8e7d6c5b4a3210", "description": "March, seat 12", "capture": true, "metadata": {"order": "ord_551203", "limit": 3}}"#,
    ),
    (
        "many short members",
        r#"{"t":1,"s":2,"r":3,"q":4,"p":5,"o":6,"n":7,"m":8,"l":9,"k":10,"j":11,"i":12,"h":13,"g":14,"f":15,"e":16,"d":17,"c":18,"b":19,"a":20,"u":21,"z":22,"w":23,"v":24,"x":25,"y":26,"aa":27,"ab":28}"#,
    ),
    (
        "decimals, rewritten",
        r#"{"readings":[4.50,1E3,2e-3,0.25,17.10,3.14159,100.0,0.0010,12.5,99.99,1e6,0.5,7.250,2.50,8.125,1.0],"unit":"mm","window":[0.1,0.2,0.30],"offset":-4.50,"scale":1.0e2,"sensor":"S01","n":16}"#,
    ),
    (
        "sixteen and seventeen digits",
        r#"{"values":[0.12345678901234568,333333333.3333333,1424953923781206.2,9007199254740991,0.30000000000000004,1.7976931348623157e308,5e-324,123456789.12345678],"kind":"exact","scale":2.2250738585072014e-308}"#,
    ),
    (
        "escapes and other scripts",
        r#"{"note":"first line\nsecond \"quoted\" line\tend","name":"Zoë Müller","city":"Łódź","text":"\u20ac 12, \u00e9t\u00e9, 東京都千代田区","path":"C:\\data\\in","ok":true,"emoji":"😀","z":"a\/b"}"#,
    ),
    (
        "one long string",
        r#"{"operation":"prepare_note","body":"It is a truth universally acknowledged, that a single request in possession of a good key must be in want of a record, however little known the intent of such a sender may be."}"#,
    ),
    (
        "nested",
        r#"{"task":{"plan":{"steps":[{"tool":"read","args":{"path":"a","limit":10}},{"tool":"write","args":{"path":"b","mode":"w"}},{"tool":"send","args":{"to":"S01","body":{"kind":"note","id":7}}}]},"id":"t-17"}}"#,
    ),
];

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1000))
        .sample_size(30)
        .configure_from_args();
    SHAPES.iter().for_each(|(_, json)| agree(json));
    forms(&mut criterion);
    criterion.final_summary();
    ratios();
}

fn agree(json: &str) {
    let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
    let ours = canonicaliser.canonicalise(json.as_bytes()).expect("a good shape");
    assert_eq!(ours, canonicalizer(json).as_slice(), "serde_json_canonicalizer, {json}");
    assert_eq!(ours, jcs(json).as_slice(), "serde_jcs, {json}");
}

fn canonicalizer(json: &str) -> Vec<u8> {
    let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    serde_json_canonicalizer::to_vec(&value).expect("canonical")
}

fn jcs(json: &str) -> Vec<u8> {
    let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    serde_jcs::to_vec(&value).expect("canonical")
}

fn forms(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("canonical");
    for (name, json) in SHAPES {
        group.throughput(Throughput::Bytes(json.len() as u64));
        group.bench_function(BenchmarkId::new("onceproof", name), |bencher| {
            let mut canonicaliser = Canonicaliser::new(Mode::Fingerprint);
            bencher
                .iter(|| canonicaliser.canonicalise(black_box(json.as_bytes())).map(<[u8]>::len));
        });
        group.bench_function(BenchmarkId::new("serde_json_canonicalizer", name), |bencher| {
            bencher.iter(|| canonicalizer(black_box(json)).len());
        });
        group.bench_function(BenchmarkId::new("serde_jcs", name), |bencher| {
            bencher.iter(|| jcs(black_box(json)).len());
        });
        group.bench_function(BenchmarkId::new("fingerprint", name), |bencher| {
            let mut canonicaliser = Canonicaliser::default();
            bencher.iter(|| Fingerprint::with(&mut canonicaliser, black_box(json.as_bytes())));
        });
    }
    group.finish();
}

/// The best of many interleaved rounds: other work on the machine only ever adds time.
fn ratios() {
    println!("\nshape: bytes; ns for one text; ratio to onceproof (best of 61 interleaved rounds)");
    for (name, json) in SHAPES {
        let mut reused = Canonicaliser::new(Mode::Fingerprint);
        let mut hashing = Canonicaliser::default();
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let mut rounds = [const { Vec::new() }; 6];
        for _ in 0..61 {
            let text = black_box(*json);
            rounds[0]
                .push(nanoseconds(|| reused.canonicalise(text.as_bytes()).map_or(0, <[u8]>::len)));
            rounds[1].push(nanoseconds(|| {
                onceproof::key::canonicalise(text.as_bytes(), Mode::Fingerprint)
                    .map_or(0, |it| it.len())
            }));
            rounds[2].push(nanoseconds(|| {
                one.clear();
                let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
                serde_json_canonicalizer::to_writer(&value, &mut one).map_or(0, |()| one.len())
            }));
            rounds[3].push(nanoseconds(|| {
                two.clear();
                let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
                serde_jcs::to_writer(&mut two, &value).map_or(0, |()| two.len())
            }));
            rounds[4].push(nanoseconds(|| {
                usize::from(Fingerprint::with(&mut hashing, text.as_bytes()).is_ok())
            }));
            rounds[5].push(nanoseconds(|| {
                serde_json_canonicalizer::pipe(text).map_or(0, |it| it.len())
            }));
        }
        let [ours, owned, value, jcs, hashed, pipe] =
            rounds.map(|all| all.into_iter().fold(f64::INFINITY, f64::min));
        let canonicalizer = value.min(pipe);
        println!(
            "{name}: {} bytes; onceproof {ours:.0}, with its own memory {owned:.0}, \
             fingerprint with SHA-256 {hashed:.0}; serde_json_canonicalizer {value:.0}, by pipe {pipe:.0} \
             ({:.1} x), serde_jcs {jcs:.0} ({:.1} x)",
            json.len(),
            canonicalizer / ours,
            jcs / ours,
        );
    }
}

fn nanoseconds(mut run: impl FnMut() -> usize) -> f64 {
    const TIMES: u32 = 1_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        black_box(run());
    }
    start.elapsed().as_nanos() as f64 / f64::from(TIMES)
}
