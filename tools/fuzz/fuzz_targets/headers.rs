//! `fairway_fuzz_targets::headers` as a libFuzzer program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairway_fuzz_targets::headers(data));
