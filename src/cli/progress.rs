//! Progress on stderr, once a run takes longer than two seconds; only for people.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How long a run stays silent.
const SILENT: Duration = Duration::from_secs(2);

/// A count that is shown while it grows.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    what: &'static str,
    since: Instant,
    shown: bool,
}

impl Progress {
    /// A count of `what`. Nothing is shown where stderr is no terminal.
    pub(super) fn of(what: &'static str) -> Self {
        let bar = io::stderr().is_terminal().then(ProgressBar::no_length);
        Progress { bar, what, since: Instant::now(), shown: false }
    }

    /// The count has come to `count`: one of many, most of which are not shown.
    pub(super) fn tick(&mut self, count: u64) {
        if count.is_multiple_of(256) {
            self.show(count);
        }
    }

    /// The count has come to `count`.
    pub(super) fn show(&mut self, count: u64) {
        let Some(bar) = &self.bar else { return };
        if !self.shown && self.since.elapsed() < SILENT {
            return;
        }
        if !self.shown {
            self.shown = true;
            let template = format!("{{human_pos}} {}, {{per_sec}}", self.what);
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
        }
        bar.set_position(count);
    }

    /// Takes the count off the screen.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
