//! `cargo xtask run`: builds and serves the portal with demo data, from a new clone and at every later time.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::portal::{Portal, refuse_if_used};
use crate::programs::build_quickly;
use crate::root::root;
use crate::{job, node, postgres};

/// This file is in the data folder while the import of the demo data is incomplete.
const UNFINISHED_IMPORT: &str = "demo-data.unfinished";

const LOG_INS: &str = "\
for members, by their e-mail addresses:
  jan.devries@fairway.example / fairway-demo   with a subscription
  tom.mulder@fairway.example  / fairway-demo   with vouchers only
and for operators, at /operator:
  support@fairway.example     / fairway-demo   also auditor@, content@ and admin@
and for a club, at /club:
  manager@wilgenhoek-amersfoort.example / fairway-demo   also desk@ and treasurer@";

/// Builds, migrates, loads the demo data on first use, and serves until interrupted.
pub(crate) fn run() -> Result<()> {
    let listen = setting("FAIRWAY_LISTEN").unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listen: SocketAddr = listen
        .parse()
        .with_context(|| format!("FAIRWAY_LISTEN `{listen}` is not an address such as 127.0.0.1:8081"))?;
    refuse_if_used(listen)?;
    let started = Instant::now();
    // Said at once: the web app's build would say it only when Cargo is done.
    node::preflight()?;
    let own_database = setting("DATABASE_URL").is_none();
    if own_database {
        timed("PostgreSQL", postgres::ensure)?;
    }
    let program = timed("the web app and the portal (minutes the first time, seconds later)", build)?;

    let data_dir = data_dir()?;
    let address = setting("FAIRWAY_PUBLIC_URL").unwrap_or_else(|| address_of(listen));
    let environment = setting("FAIRWAY_ENV").unwrap_or_else(|| "development".to_owned());
    let portal = Portal {
        program: &program,
        listen,
        inherits_settings: true,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data_dir.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", environment.clone()),
            ("FAIRWAY_PUBLIC_URL", address.clone()),
        ],
    };
    if own_database && environment != "production" {
        import_demo_data_once(&portal, &data_dir)?;
    }
    let mut serving = timed("start", || portal.serve(|_| Ok(())))?;
    println!(
        "\nFairway runs on {address}, {} s after the command\n{LOG_INS}\nCtrl-C stops it; the data are kept.\n",
        started.elapsed().as_secs()
    );
    let status = serving.wait()?;
    if !status.success() && !job::interrupted() {
        bail!("`fairway serve` ended unexpectedly ({status})");
    }
    Ok(())
}

/// Of this machine by its name: browsers have passkeys at `localhost` and none at `127.0.0.1`.
fn address_of(listen: SocketAddr) -> String {
    if listen.ip().is_loopback() {
        format!("http://localhost:{}", listen.port())
    } else {
        format!("http://{listen}")
    }
}

/// Builds the web app while Cargo builds the portal, which takes longer, leaves processors idle, and reads the web app
/// only when it runs.
fn build() -> Result<PathBuf> {
    std::thread::scope(|scope| {
        let web_app = scope.spawn(|| node::packages().and_then(|()| node::build()));
        let program = build_quickly("fairway");
        web_app.join().unwrap_or_else(|_| bail!("the build of the web app panicked"))?;
        program
    })
}

/// Imports the demo data into a new data folder, or after an incomplete import; never into a folder with other data.
fn import_demo_data_once(portal: &Portal<'_>, data_dir: &Path) -> Result<()> {
    let mark = data_dir.join(UNFINISHED_IMPORT);
    if !needs_demo_data(data_dir) {
        return Ok(());
    }
    std::fs::create_dir_all(data_dir).with_context(|| format!("cannot create {}", data_dir.display()))?;
    std::fs::write(
        &mark,
        "The demo data are not completely in; the next `cargo xtask run` imports them again.\n",
    )
    .with_context(|| format!("cannot write {}", mark.display()))?;
    timed("the demo data, on first use", || portal.import_demo_data())?;
    std::fs::remove_file(&mark).with_context(|| format!("cannot remove {}", mark.display()))
}

fn needs_demo_data(data_dir: &Path) -> bool {
    let is_new = std::fs::read_dir(data_dir).map_or(true, |mut entries| entries.next().is_none());
    is_new || data_dir.join(UNFINISHED_IMPORT).exists()
}

/// The folder with the portal's data.
pub(crate) fn data_dir() -> Result<PathBuf> {
    let folder = setting("FAIRWAY_DATA_DIR").map_or_else(|| root().join("data"), PathBuf::from);
    std::path::absolute(&folder).with_context(|| format!("{} is not a path", folder.display()))
}

/// Says what is being done, and how long it took.
fn timed<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("── {name}");
    let start = Instant::now();
    let result = work()?;
    println!("   {:.1} s", start.elapsed().as_secs_f64());
    Ok(result)
}

/// The value of an environment variable that is set and not empty.
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portal_of_this_machine_is_called_by_its_name() {
        assert_eq!(address_of("127.0.0.1:8080".parse().unwrap()), "http://localhost:8080");
        assert_eq!(address_of("[::1]:8081".parse().unwrap()), "http://localhost:8081");
        assert_eq!(address_of("192.0.2.1:80".parse().unwrap()), "http://192.0.2.1:80");
    }

    #[test]
    fn demo_data_are_imported_into_a_new_folder_or_after_an_incomplete_import() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        assert!(needs_demo_data(&data), "absent");
        std::fs::create_dir(&data).unwrap();
        assert!(needs_demo_data(&data), "empty");
        std::fs::write(data.join("serve.lock"), "").unwrap();
        assert!(!needs_demo_data(&data), "somebody's own data");
        std::fs::write(data.join(UNFINISHED_IMPORT), "").unwrap();
        assert!(needs_demo_data(&data), "interrupted");
    }
}
