//! `fairway_fuzz_targets::webhook_ids` as a libFuzzer program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairway_fuzz_targets::webhook_ids(data));
