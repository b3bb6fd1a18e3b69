//! When a boat can pass the sill at the entrance.

use crate::height;

/// Height of the sill above chart datum, surveyed in the spring of 2024.
const SILL: f64 = 1.85;

/// A stretch of time, in hours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    pub opens: f64,
    pub closes: f64,
}

/// The windows in which a boat of this draft has `clearance` metres of water below its keel over the sill.
pub fn passable(draft: f64, clearance: f64, from: f64, to: f64) -> Vec<Window> {
    const STEP: f64 = 1.0 / 12.0;
    let enough = |at: f64| height(at) - SILL >= draft + clearance;
    let mut windows = Vec::new();
    let mut opens = None;
    let mut at = from;
    while at <= to {
        match (enough(at), opens) {
            (true, None) => opens = Some(at),
            (false, Some(start)) => {
                windows.push(Window { opens: start, closes: at });
                opens = None;
            }
            _ => {}
        }
        at += STEP;
    }
    if let Some(start) = opens {
        windows.push(Window { opens: start, closes: to });
    }
    windows
}
