//! Random numbers from a fixed seed, so that every run makes the same history and the same arrivals.

/// A generator of uniformly distributed numbers (splitmix64).
#[derive(Debug)]
pub(crate) struct RandomNumbers(u64);

impl RandomNumbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the limit.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    /// A number above 0, at most 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit exactly")]
        let fraction = ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        fraction
    }
}
