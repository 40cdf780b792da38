//! The instants at which requests are due, independent of how fast they are answered (an open loop). Latency is measured
//! from these instants: a caller that waits for its last answer before it sends the next request would send fewer
//! requests to a slow server, and would not measure how long the others had to wait for their turn.

use std::time::Duration;

use crate::random_numbers::RandomNumbers;

/// A load that grows evenly from nothing, and then stays at its full rate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) ramp: Duration,
    pub(crate) plateau: Duration,
}

impl Load {
    pub(crate) fn length(self) -> Duration {
        self.ramp + self.plateau
    }

    /// The instants at which something is due that happens `rate` times a second on the plateau, in order. The gaps are
    /// random (a Poisson process), because people do not wait for each other.
    pub(crate) fn arrivals(self, rate: f64, random: &mut RandomNumbers) -> Vec<Duration> {
        let (ramp, in_ramp) = (self.ramp.as_secs_f64(), rate * self.ramp.as_secs_f64() / 2.0);
        let mut arrivals = Vec::new();
        let mut expected = 0.0;
        loop {
            // The expected number of arrivals until the next one. The instant follows from the rate until then.
            expected -= random.fraction().ln();
            let at = if expected < in_ramp {
                (2.0 * expected * ramp / rate).sqrt()
            } else {
                ramp + (expected - in_ramp) / rate
            };
            let at = Duration::from_secs_f64(at);
            if at >= self.length() {
                return arrivals;
            }
            arrivals.push(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_reach_their_rate_after_the_ramp_and_end_with_the_plateau() {
        let load = Load { ramp: Duration::from_secs(10), plateau: Duration::from_secs(100) };
        let arrivals = load.arrivals(100.0, &mut RandomNumbers::new(1));
        assert!(arrivals.is_sorted() && arrivals.iter().all(|at| *at < load.length()));
        let between = |from: u64, to: u64| {
            let range = Duration::from_secs(from)..Duration::from_secs(to);
            arrivals.iter().filter(|&at| range.contains(at)).count()
        };
        // Expected: 125 in the first half of the ramp, 375 in its second half, 100 a second afterwards.
        assert!((80..170).contains(&between(0, 5)), "{}", between(0, 5));
        assert!((310..440).contains(&between(5, 10)), "{}", between(5, 10));
        assert!((9_700..10_300).contains(&between(10, 110)), "{}", between(10, 110));
    }

    #[test]
    fn arrivals_are_not_evenly_spaced() {
        let load = Load { ramp: Duration::ZERO, plateau: Duration::from_secs(100) };
        let arrivals = load.arrivals(100.0, &mut RandomNumbers::new(2));
        let gaps = arrivals.windows(2).map(|pair| pair[1] - pair[0]);
        let long = gaps.filter(|gap| *gap > Duration::from_millis(30)).count();
        // Of exponential gaps one in twenty is longer than three times the mean; of even ones none is.
        assert!((350..650).contains(&long), "{long}");
    }
}
