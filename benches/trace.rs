//! How fast traces are read and written, against the same lines as `serde_json::Value`.
//!
//! The baseline reads each line as any JSON value and writes it again: no names, no order, no
//! places. The ratio says what being strict costs. One run takes about half a minute.
#![allow(missing_docs)] // criterion's macros make undocumented items.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use onceproof::spec::{Attempt, RequestId};
use onceproof::trace::form::{AnswerForm, JsonText, OperationForm, Tick};
use onceproof::trace::{At, Header, Recorder, Trace};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Calls of the trace; each is an invoke, a decide and a return.
const CALLS: u64 = 10_000;

fn trace() -> Trace {
    let recorder = Recorder::new(Header::new("s")).expect("a header");
    for number in 1..=CALLS {
        let at = At::exact("s", Tick::new(number).expect("a tick")).process("worker 1");
        let request = RequestId { scope: "tenant 1".into(), key: format!("key-{number}") };
        let operation = OperationForm::Begin {
            payload: Some(JsonText::new(r#"{"amount":4900,"to":"S01"}"#).expect("JSON")),
            fingerprint: None,
            claim: format!("claim-{number}").into(),
            follows: None,
        };
        let attempt = Some(Attempt { incarnation: 0, number });
        let answer = AnswerForm::Started { attempt, lease_until: Tick::new(number + 30) };
        let asked = at.clone().request(&request).intent("pay");
        let call = recorder.invoke(asked.clone(), operation).expect("invoke");
        recorder.decide(call, asked, answer.clone(), None).expect("decide");
        recorder.returned(call, at, answer).expect("return");
    }
    recorder.into_trace().expect("complete")
}

fn as_values(text: &str) -> usize {
    let mut output = Vec::with_capacity(text.len());
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        serde_json::to_writer(&mut output, &value).expect("memory");
        output.push(b'\n');
    }
    output.len()
}

fn as_trace(text: &str) -> usize {
    let trace = Trace::read(text.as_bytes()).expect("a trace");
    let mut output = Vec::with_capacity(text.len());
    trace.write(&mut output).expect("memory");
    output.len()
}

fn benches(criterion: &mut Criterion) {
    let trace = trace();
    let text = trace.text();
    ratio(&text);
    let mut group = criterion.benchmark_group("trace");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(trace.events.len() as u64));
    group.bench_function("read", |bench| {
        bench.iter(|| Trace::read(black_box(text.as_bytes())).expect("a trace").events.len());
    });
    group.bench_function("write", |bench| {
        bench.iter(|| black_box(&trace).text().len());
    });
    group.bench_function("read and write", |bench| bench.iter(|| as_trace(black_box(&text))));
    group.bench_function("values, read and write", |bench| {
        bench.iter(|| as_values(black_box(&text)));
    });
    group.finish();
}

/// The median of pairs taken in turn, so that a busy machine slows both.
fn ratio(text: &str) {
    let time = |work: fn(&str) -> usize| {
        let start = Instant::now();
        black_box(work(black_box(text)));
        start.elapsed().as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..15).map(|_| time(as_trace) / time(as_values)).collect();
    ratios.sort_by(f64::total_cmp);
    println!("a trace takes {:.2} times as long as the values of its lines", ratios[7]);
}

criterion_group!(all, benches);
criterion_main!(all);
