//! `onceproof key`: derives the key of an intent, an event or a request, and says from what.

use super::exit::Exit;
use super::text_io::{self, Format};
use onceproof::key::event::EventSource;
use onceproof::key::{EventRule, IntentKey, IntentKeyError, Pointer, RequestId, event_key};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The arguments of the verb.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// The key of one step of a task: the same for every retry.
    Intent(Intent),
    /// The key of an event: the sender's own id, or declared fields.
    Event(Event),
    /// A request id (scope and key) as one short text.
    Request(Request),
}

#[derive(clap::Args)]
struct Intent {
    /// The task that the step belongs to.
    #[arg(long)]
    task: String,
    /// The tool or operation that is called.
    #[arg(long)]
    tool: String,
    /// The step of the task. A second wanted identical call has another step.
    #[arg(long)]
    step: String,
    /// The arguments as JSON; `-` is standard input.
    #[arg(default_value = "-", value_name = "ARGS.json")]
    file: String,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(clap::Args)]
struct Event {
    /// The event as JSON; `-` is standard input.
    #[arg(default_value = "-", value_name = "EVENT.json")]
    file: String,
    /// Where the sender puts its own id (JSON Pointer, RFC 6901).
    #[arg(long, value_name = "POINTER")]
    id_at: Option<Pointer>,
    /// A field that makes the event that event; give one or more (JSON Pointers).
    #[arg(long = "field", value_name = "POINTER")]
    fields: Vec<Pointer>,
    /// Accept a time in the key, for events that are a point in time.
    #[arg(long)]
    allow_times: bool,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(clap::Args)]
struct Request {
    /// Whose key it is.
    #[arg(long)]
    scope: String,
    /// The caller's key.
    #[arg(long)]
    key: String,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Runs the verb.
pub(super) fn run(arguments: &Arguments) -> Exit {
    let result = match &arguments.what {
        What::Intent(intent) => intent_key(intent),
        What::Event(event) => key_of_event(event),
        What::Request(request) => request_key(request),
    };
    match result {
        Ok((derived, Format::Text)) => text_io::write(derived.text().as_bytes(), Exit::Holds),
        Ok((derived, Format::Json)) => text_io::write_json(&derived.json(), Exit::Holds),
        Err(exit) => exit,
    }
}

/// A key and what went into it.
struct Derived {
    kind: &'static str,
    key: String,
    parts: Vec<(String, Value)>,
    notes: Vec<String>,
}

fn intent_key(intent: &Intent) -> Result<(Derived, Format), Exit> {
    let arguments = text_io::read_text(&intent.file)?;
    let key = IntentKey::derive(&intent.task, &intent.tool, &intent.step, &arguments);
    let key = key.map_err(|error| {
        text_io::complain(&format!("{}: {error}", intent.file));
        match error {
            IntentKeyError::EmptyPart(_) => Exit::Usage,
            IntentKeyError::Arguments(_) => Exit::BadInput,
        }
    })?;
    // The derivation accepted the arguments, so they have a canonical form.
    let form = onceproof::key::canonicalise(&arguments, onceproof::key::Mode::Fingerprint);
    let form = String::from_utf8_lossy(&form.unwrap_or_default()).into_owned();
    let parts = vec![
        ("task".to_owned(), json!(intent.task)),
        ("tool".to_owned(), json!(intent.tool)),
        ("step".to_owned(), json!(intent.step)),
        ("arguments".to_owned(), json!(form)),
    ];
    let notes = vec![
        "SHA-256 over task, tool, step and canonical arguments, each behind its length".to_owned(),
        "every retry of this step has this key; another step has another".to_owned(),
    ];
    Ok((Derived { kind: "intent", key: key.to_string(), parts, notes }, intent.format))
}

fn key_of_event(event: &Event) -> Result<(Derived, Format), Exit> {
    let text = text_io::read_text(&event.file)?;
    let rule = EventRule {
        id_at: event.id_at.clone(),
        fields: event.fields.clone(),
        allow_times: event.allow_times,
    };
    let key = event_key(&text, &rule).map_err(|error| {
        text_io::complain(&format!("{}: {error}", event.file));
        Exit::BadInput
    })?;
    let mut notes = Vec::new();
    let parts = match key.source {
        EventSource::SenderId => {
            notes.push("the sender's own id decides; nothing else in the event does".to_owned());
            let at = rule.id_at.iter().map(Pointer::to_string).collect::<String>();
            vec![("id_at".to_owned(), json!(at))]
        }
        EventSource::Fields => {
            notes.push("SHA-256 over the declared fields, each behind its length".to_owned());
            let mut fields: Vec<String> = rule.fields.iter().map(Pointer::to_string).collect();
            fields.sort();
            fields.dedup();
            vec![("fields".to_owned(), json!(fields))]
        }
    };
    for at in &key.maybe_times {
        notes.push(format!("{at} may be a time: make sure that a redelivery repeats it"));
    }
    Ok((Derived { kind: "event", key: key.to_string(), parts, notes }, event.format))
}

fn request_key(request: &Request) -> Result<(Derived, Format), Exit> {
    if request.key.trim().is_empty() {
        text_io::complain("the key is empty, and an absent key is never hashed");
        return Err(Exit::Usage);
    }
    let id = RequestId::new(&request.scope, &request.key);
    let parts =
        vec![("scope".to_owned(), json!(request.scope)), ("key".to_owned(), json!(request.key))];
    let notes = vec!["SHA-256 over scope and key, each behind its length, never joined".to_owned()];
    Ok((Derived { kind: "request", key: id.digest_text(), parts, notes }, request.format))
}

impl Derived {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.key);
        for (name, value) in &self.parts {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {name:<10} {value}");
        }
        for note in &self.notes {
            let _ = writeln!(text, "  note       {note}");
        }
        text
    }

    fn json(&self) -> Value {
        let parts: serde_json::Map<String, Value> = self.parts.iter().cloned().collect();
        json!({
            "version": 1,
            "kind": self.kind,
            "key": self.key,
            "parts": parts,
            "notes": self.notes,
        })
    }
}
