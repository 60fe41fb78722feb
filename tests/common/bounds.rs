//! The bounds of every exhaustive check, with reasons.

use onceproof::spec::Attempt;
use onceproof::spec::contract::Span;

/// The last tick: never over.
pub const LAST: u8 = u8::MAX;

/// The times at which things in a record may have happened. Four in a row let two spans of up
/// to two ticks begin, end and leave a tick on either side; the last tick is the saturated one.
pub const TIMES: [u8; 5] = [0, 1, 2, 3, LAST];

/// The times at which an operation takes effect: one more, so that a deadline at the latest
/// time of a record can be over; and the last but one, where only the saturated is not over.
pub const NOWS: [u8; 7] = [0, 1, 2, 3, 4, LAST - 1, LAST];

/// The durations: over at once, over at the next tick, over later, never over.
pub const SPANS: [Span; 4] = [Span::Ticks(0), Span::Ticks(1), Span::Ticks(2), Span::Unbounded];

/// The attempts: a first one, one later in the same life of the store, one in a later life.
/// Any two of them are equal, or differ in either part.
pub const ATTEMPTS: [Attempt; 3] = [
    Attempt { incarnation: 0, number: 1 },
    Attempt { incarnation: 0, number: 2 },
    Attempt { incarnation: 1, number: 1 },
];

/// The life of the store in which operations take effect. It is the earlier one, so that the
/// record may be of a later one; that a later life of the store starts higher is checked apart.
pub const INCARNATION: u32 = 0;

/// The attempt of a record whose times are varied. No rule compares an attempt with a time, so
/// attempts are varied at the times below, and times at this attempt, instead of both at once.
pub const USUAL_ATTEMPT: Attempt = ATTEMPTS[1];

/// The first begin, and the record's other time, where attempts and fingerprints are varied.
pub const USUAL_TIMES: [(u8, u8); 2] = [(0, 1), (1, LAST)];

/// How many situations of a clause a mutant meets: enough to find each state, payload and
/// contract in which the clause decides, spread evenly over all there are.
pub const SITUATIONS: usize = 600;

/// How many operations the exhaustive sequences have: a claim, its end, a second claim, its end.
pub const SEQUENCE: usize = 4;

/// Under how many contracts that reach a mutant's clause those sequences are run. The contracts
/// are spread evenly over those of its situations; time grows in proportion.
pub const CONTRACTS: usize = 8;

/// How many sequences each property test draws, and how long they may be. A request needs five
/// operations to be begun, closed, forgotten, begun again and closed; four requests share one.
pub const DRAWN: u32 = 2_000;
/// The longest sequence drawn.
pub const DRAWN_LENGTH: usize = 24;
