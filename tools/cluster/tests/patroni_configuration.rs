//! What the configuration of Patroni must say for a deposed primary to come back by itself.

use std::path::Path;

use serde_json::Value;

fn patroni() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/ha/patroni.yml");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_norway::from_str(&text).expect("YAML")
}

/// Megabytes of a setting.
fn megabytes(setting: &Value) -> u64 {
    let text = setting.as_str().expect("a size with its unit");
    let (number, factor) = match (text.strip_suffix("GB"), text.strip_suffix("MB")) {
        (Some(number), _) => (number, 1024),
        (_, Some(number)) => (number, 1),
        _ => panic!("{text} has another unit"),
    };
    number.parse::<u64>().expect("a number") * factor
}

#[test]
fn a_deposed_primary_keeps_the_log_that_it_is_rewound_by_or_is_cloned_anew() {
    let patroni = patroni();
    let (local, everywhere) =
        (&patroni["postgresql"], &patroni["bootstrap"]["dcs"]["postgresql"]["parameters"]);
    // Patroni takes it from etcd only: here it would be without effect.
    assert!(local["parameters"].get("wal_keep_size").is_none());
    assert!(megabytes(&everywhere["wal_keep_size"]) >= megabytes(&local["parameters"]["max_wal_size"]));
    assert_eq!(local["remove_data_directory_on_rewind_failure"], true);
}
