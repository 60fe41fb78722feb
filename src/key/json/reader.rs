//! The reader: one pass over the text, driving a sink.
//!
//! Claims: it accepts exactly the texts of RFC 8259 that are also I-JSON (RFC 7493), within the
//! limits; it keeps its own stack, so that depth costs no machine stack; time grows with
//! `n log n` for `n` members in one object and linearly otherwise.
//! Checked by: `tests/hostile_json.rs` and, against `serde_json`, `tests/canonical_properties.rs`.
//! Not covered: numbers are only split here; the sink judges their value.

use super::members::{self, Member, Names};
use super::number::{self, Token};
use super::refusal::{Reason, Refusal};
use super::{Limits, MAX_DEPTH, scan};

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    Text,
    Number,
    True,
    False,
    Null,
}

/// What wants to know what was read. Places are byte offsets in the text.
/// Everything that a sink does not ask about costs nothing.
pub(crate) trait Sink {
    /// White space that means nothing.
    fn space(&mut self, _from: usize, _to: usize) {}
    /// One escape of a string or name, and the character that it stands for.
    fn escape(&mut self, _from: usize, _to: usize, _decoded: char) {}
    /// A number of the right grammar.
    fn number(&mut self, token: &Token<'_>) -> Result<(), Reason>;
    /// A member's unescaped name; its value follows.
    fn name(&mut self, _name: &[u8]) {}
    /// A value starts.
    fn begin(&mut self, _kind: Kind, _at: usize) {}
    /// A value ended; `to` is the first byte behind it.
    fn end(&mut self, _kind: Kind, _to: usize) {}
    /// Where the text at `at` stands in what the sink writes.
    fn place(&self, at: usize) -> usize {
        at
    }
    /// An object is about to close at `at`, and its members were not in canonical order.
    fn reorder(&mut self, _members: &[Member], _at: usize) {}
}

/// Memory that is kept between readings.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    frames: Vec<Frame>,
    members: Vec<Member>,
    decoded: Vec<u8>,
}

impl Scratch {
    /// Gives back memory beyond `keep` bytes for each buffer.
    pub(crate) fn shrink(&mut self, keep: usize) {
        self.members.clear();
        self.decoded.clear();
        self.members.shrink_to(self.members.capacity().min(keep / size_of::<Member>()));
        self.decoded.shrink_to(self.decoded.capacity().min(keep));
    }
}

/// One open array or object.
#[derive(Debug)]
struct Frame {
    object: bool,
    ordered: bool,
    first_member: usize,
    first_decoded: usize,
}

/// A refusal before its line and column are known.
type Stop = (usize, Reason);

/// Reads one JSON text strictly and tells `sink` about it.
pub(crate) fn read<S: Sink>(
    text: &[u8],
    limits: Limits,
    scratch: &mut Scratch,
    sink: &mut S,
) -> Result<(), Refusal> {
    read_nested(text, limits, MAX_DEPTH, scratch, sink)
}

/// The same, with arrays and objects that nest as deep as `depth`.
pub(crate) fn read_nested<S: Sink>(
    text: &[u8],
    limits: Limits,
    depth: usize,
    scratch: &mut Scratch,
    sink: &mut S,
) -> Result<(), Refusal> {
    scratch.frames.clear();
    scratch.members.clear();
    scratch.decoded.clear();
    let mut reader = Reader { text, at: 0, depth, scratch, sink };
    reader.document(limits).map_err(|(at, reason)| Refusal::at(text, at, reason))
}

struct Reader<'a, S> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    scratch: &'a mut Scratch,
    sink: &'a mut S,
}

impl<S: Sink> Reader<'_, S> {
    fn document(&mut self, limits: Limits) -> Result<(), Stop> {
        check_bytes(self.text, limits)?;
        self.skip_space();
        if self.at == self.text.len() {
            return Err((self.at, Reason::Empty));
        }
        loop {
            self.value()?;
            if !self.after_value()? {
                break;
            }
        }
        self.skip_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err((self.at, Reason::TrailingBytes)),
        }
    }

    /// Reads one scalar or empty container, opening the containers that lead to it.
    #[inline]
    fn value(&mut self) -> Result<(), Stop> {
        loop {
            match self.peek() {
                Some(b'"') => return self.text_value(),
                Some(b'-' | b'0'..=b'9') => return self.number(),
                Some(b'{') => {
                    self.open(true)?;
                    if self.peek() == Some(b'}') {
                        return self.close_object();
                    }
                    self.name()?;
                }
                Some(b'[') => {
                    self.open(false)?;
                    if self.peek() == Some(b']') {
                        self.close_array();
                        return Ok(());
                    }
                }
                Some(b't') => return self.literal(b"true", Kind::True),
                Some(b'f') => return self.literal(b"false", Kind::False),
                Some(b'n') => return self.literal(b"null", Kind::Null),
                Some(b'+' | b'.' | b'N' | b'I') => return Err((self.at, Reason::NumberGrammar)),
                Some(byte) => return Err((self.at, Reason::UnexpectedByte(byte))),
                None => return Err((self.at, Reason::UnexpectedEnd)),
            }
        }
    }

    /// Goes on behind a value. False when the outermost value is complete.
    #[inline]
    fn after_value(&mut self) -> Result<bool, Stop> {
        loop {
            let Some(frame) = self.scratch.frames.last() else {
                return Ok(false);
            };
            let object = frame.object;
            self.skip_space();
            match self.peek() {
                Some(b',') => {
                    self.end_member(object);
                    self.at += 1;
                    self.skip_space();
                    if object {
                        self.name()?;
                    }
                    return Ok(true);
                }
                Some(b'}') if object => {
                    self.end_member(object);
                    self.close_object()?;
                }
                Some(b']') if !object => self.close_array(),
                Some(byte) => return Err((self.at, Reason::UnexpectedByte(byte))),
                None => return Err((self.at, Reason::UnexpectedEnd)),
            }
        }
    }

    fn open(&mut self, object: bool) -> Result<(), Stop> {
        if self.scratch.frames.len() >= self.depth {
            return Err((self.at, Reason::TooDeep));
        }
        self.sink.begin(if object { Kind::Object } else { Kind::Array }, self.at);
        self.scratch.frames.push(Frame {
            object,
            ordered: true,
            first_member: self.scratch.members.len(),
            first_decoded: self.scratch.decoded.len(),
        });
        self.at += 1;
        self.skip_space();
        Ok(())
    }

    fn close_array(&mut self) {
        self.scratch.frames.pop();
        self.at += 1;
        self.sink.end(Kind::Array, self.at);
    }

    fn close_object(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.scratch.frames.pop() else {
            return Ok(());
        };
        if !frame.ordered {
            let names = Names { text: self.text, decoded: &self.scratch.decoded };
            let own = self.scratch.members.get_mut(frame.first_member..).unwrap_or_default();
            if let Some(at) = members::sort(own, names) {
                return Err((at, Reason::DuplicateName));
            }
            self.sink.reorder(own, self.at);
        }
        self.scratch.members.truncate(frame.first_member);
        self.scratch.decoded.truncate(frame.first_decoded);
        self.at += 1;
        self.sink.end(Kind::Object, self.at);
        Ok(())
    }

    /// Reads a member's name and the colon behind it.
    #[inline]
    fn name(&mut self) -> Result<(), Stop> {
        let at = self.at;
        match self.peek() {
            Some(b'"') => {}
            Some(byte) => return Err((at, Reason::UnexpectedByte(byte))),
            None => return Err((at, Reason::UnexpectedEnd)),
        }
        let start = self.sink.place(at);
        let escaped = self.string()?;
        let mut range = (at + 1, self.at - 1);
        if escaped {
            let inside = self.text.get(range.0..range.1).unwrap_or_default();
            let from = self.scratch.decoded.len();
            scan::unescape(inside, &mut self.scratch.decoded);
            range = (from, self.scratch.decoded.len());
        }
        let names = Names { text: self.text, decoded: &self.scratch.decoded };
        let mut member = Member::new(names, range, escaped, at);
        member.place = (start, start);
        self.sink.name(names.of(&member));
        if let Some(frame) = self.scratch.frames.last_mut() {
            let earlier = self.scratch.members.get(frame.first_member..).unwrap_or_default();
            let ascends = |before: &Member| names.order(before, &member).is_lt();
            frame.ordered = frame.ordered && earlier.last().is_none_or(ascends);
        }
        self.scratch.members.push(member);
        self.skip_space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(byte) => return Err((self.at, Reason::UnexpectedByte(byte))),
            None => return Err((self.at, Reason::UnexpectedEnd)),
        }
        self.skip_space();
        Ok(())
    }

    #[inline]
    fn end_member(&mut self, object: bool) {
        if object && let Some(member) = self.scratch.members.last_mut() {
            member.place.1 = self.sink.place(self.at);
        }
    }

    #[inline]
    fn text_value(&mut self) -> Result<(), Stop> {
        self.sink.begin(Kind::Text, self.at);
        self.string()?;
        self.sink.end(Kind::Text, self.at);
        Ok(())
    }

    /// Reads a string from its opening quote to behind its closing one. True if it has escapes.
    #[inline(always)]
    fn string(&mut self) -> Result<bool, Stop> {
        let mut escaped = false;
        let mut at = self.at + 1;
        loop {
            at = scan::plain_end(self.text, at);
            match self.text.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    let (decoded, end) = scan::escape(self.text, at)?;
                    self.sink.escape(at, end, decoded);
                    escaped = true;
                    at = end;
                }
                Some(byte @ ..0x20) => return Err((at, Reason::ControlCharacter(*byte))),
                Some(_) => {
                    at = scan::wide_end(self.text, at)
                        .map_err(|(at, it)| (at, Reason::Noncharacter(it)))?;
                }
                None => return Err((self.text.len(), Reason::UnexpectedEnd)),
            }
        }
    }

    #[inline]
    fn number(&mut self) -> Result<(), Stop> {
        let token = number::split(self.text, self.at)?;
        self.sink.begin(Kind::Number, self.at);
        self.sink.number(&token).map_err(|reason| (token.start, reason))?;
        self.at = token.end;
        self.sink.end(Kind::Number, self.at);
        Ok(())
    }

    fn literal(&mut self, word: &[u8], kind: Kind) -> Result<(), Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
            let at = self.at + same;
            return Err(match self.text.get(at) {
                Some(byte) => (at, Reason::UnexpectedByte(*byte)),
                None => (at, Reason::UnexpectedEnd),
            });
        }
        self.sink.begin(kind, self.at);
        self.at += word.len();
        self.sink.end(kind, self.at);
        Ok(())
    }

    #[inline]
    fn skip_space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            let from = self.at;
            while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
                self.at += 1;
            }
            if self.at > from {
                self.sink.space(from, self.at);
            }
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

fn check_bytes(text: &[u8], limits: Limits) -> Result<(), Stop> {
    if text.len() > limits.bytes {
        return Err((0, Reason::TooLarge { limit: limits.bytes }));
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Err((0, Reason::ByteOrderMark));
    }
    match std::str::from_utf8(text) {
        Ok(_) => Ok(()),
        Err(error) => Err((error.valid_up_to(), Reason::NotUtf8)),
    }
}
