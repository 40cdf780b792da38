//! `fairway_fuzz_targets::addresses` as a libFuzzer program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairway_fuzz_targets::addresses(data));
