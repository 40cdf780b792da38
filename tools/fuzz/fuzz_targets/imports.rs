//! `fairway_fuzz_targets::imports` as a libFuzzer program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairway_fuzz_targets::imports(data));
