//! Height of the water, from the harmonic constituents of the port.

mod constituents;
mod sill;

pub use sill::{passable, Window};

use constituents::CONSTITUENTS;

/// Height above chart datum in metres, at hours since the epoch of the constituents.
///
/// The sum of cosines leaves out the weather: a strong north-westerly adds up to 0.8 m, which callers must allow for.
pub fn height(hours: f64) -> f64 {
    const MEAN: f64 = 2.91;
    CONSTITUENTS
        .iter()
        .map(|c| c.amplitude * (c.speed.to_radians() * hours - c.phase.to_radians()).cos())
        .sum::<f64>()
        + MEAN
}

/// The moments of high and low water between two times, found by the change of slope in steps of six minutes.
pub fn extremes(from: f64, to: f64) -> Vec<(f64, f64)> {
    const STEP: f64 = 0.1;
    let mut found = Vec::new();
    let (mut before, mut here) = (height(from), height(from + STEP));
    let mut at = from + STEP;
    while at < to {
        let next = height(at + STEP);
        if (here - before).signum() != (next - here).signum() {
            found.push((at, here));
        }
        before = here;
        here = next;
        at += STEP;
    }
    found
}
