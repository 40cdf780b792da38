//! Checks the settings of Patroni by which a former primary becomes a standby again without an operator.

use std::path::Path;

use serde_json::Value;

fn configuration() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/ha/patroni.yml");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_norway::from_str(&text).expect("YAML")
}

/// The value of a setting in megabytes.
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
fn a_former_primary_retains_the_wal_for_its_rewind_or_is_cloned_again() {
    let configuration = configuration();
    let (local, in_etcd) =
        (&configuration["postgresql"], &configuration["bootstrap"]["dcs"]["postgresql"]["parameters"]);
    // Patroni reads this setting from etcd only; in the local section it would have no effect.
    assert!(local["parameters"].get("wal_keep_size").is_none());
    assert!(megabytes(&in_etcd["wal_keep_size"]) >= megabytes(&local["parameters"]["max_wal_size"]));
    assert_eq!(local["remove_data_directory_on_rewind_failure"], true);
}
