//! Which known word was meant.

/// The candidate nearest to a word, if one is near enough to have been meant.
///
/// Near enough: the same but for case, hyphens and underscores; or at most a third of the
/// letters differ.
#[must_use]
pub fn closest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['-', ' ', '.'], "_");
    // Nobody misspells a word at such length; and the distance costs time.
    let wanted = Some(plain(given)).filter(|word| word.len() <= 64)?;
    let distance = |candidate: &&str| strsim::osa_distance(&wanted, &plain(candidate));
    let nearest = candidates.into_iter().min_by_key(distance)?;
    let letters = wanted.chars().count().max(nearest.chars().count());
    (distance(&nearest) * 3 <= letters).then_some(nearest)
}
