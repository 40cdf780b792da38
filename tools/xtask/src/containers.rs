//! Starts the compose files of every deployment for real: `fairway-cluster containers` does it. This module finds an
//! engine or starts one, and makes the images.
//!
//! An engine that it starts runs in a network and a process namespace of its own: no address or port of this machine
//! changes, and everything ends with the namespace, however this program ends.

mod docker;
mod images;

use std::ffi::OsStr;
use std::fs::File;
use std::io::ErrorKind;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use crate::findings::{self, Report, check_outcome};
use crate::job::{self, Job};
use crate::root::target;
use crate::tool::tools_folder;
use crate::{cluster, debian};
use docker::Docker;

/// For all deployments together; what runs then is killed.
const TIMEOUT: &str = "1500";
/// For the start of an engine.
const START: Duration = Duration::from_secs(60);
/// Debian packages that an engine of our own needs.
const PACKAGES: &[&str] = &["iproute2", "iptables"];

/// Everything that an engine mounts and starts ends with it.
const NAMESPACES: [&str; 6] = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

/// Runs a command with an engine in new namespaces. Names outside are unknown at once: nothing answers there.
const WITH_ENGINE: &str = r#"
ip link set lo up || exit
dockerd --config-file "$FAIRWAY_ENGINE/daemon.json" --dns 127.0.0.1 > "$FAIRWAY_ENGINE/log" 2>&1 &
engine=$!
until docker version > /dev/null 2>&1; do kill -0 $engine || exit; sleep 0.2; done
"$@"
status=$?
kill $engine
wait $engine
exit $status
"#;

/// Starts every deployment and removes it. Skipped where there is no engine, or no image to build on.
pub(crate) fn start() -> Result<Report> {
    let docker = Docker { variables: Vec::new() };
    if docker.succeeds(&["version"]) {
        return run(images::prepare(docker)?, &[]);
    }
    let has_dockerd = Command::new("dockerd").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !has_dockerd || !cluster::may_have_namespaces() || debian::ensure(PACKAGES).is_err() {
        let reason = "no Docker engine answers, and `dockerd` (Debian's docker.io) cannot be started as root";
        return Ok(Report::skipped(format!("containers: {reason}")));
    }
    // Kept for the next run, with its images. One run at a time.
    let folder = tools_folder().join("containers");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let lock = File::create(folder.join("lock"))?;
    lock.lock().context("cannot lock the folder of the engine")?;
    // An engine that was killed leaves its process id, which by now may be another process's, and networks, which the next
    // one would make on this machine.
    for left in [folder.join("pid"), folder.join("data/network/files/local-kv.db")] {
        match std::fs::remove_file(left) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    let host = format!("unix://{}", folder.join("docker.sock").display());
    let configuration = json!({
        "hosts": [host],
        "data-root": folder.join("data"),
        "exec-root": folder.join("run"),
        "pidfile": folder.join("pid"),
        "shutdown-timeout": 5,
    });
    std::fs::write(folder.join("daemon.json"), configuration.to_string())?;
    let variables = vec![("FAIRWAY_ENGINE", folder.into_os_string()), ("DOCKER_HOST", host.into())];
    let images = {
        let docker = Docker { variables };
        let Some(_engine) = engine_for_builds(&docker)? else {
            let log = tools_folder().join("containers/log");
            let reason = format!("containers: dockerd does not start here: {}", log.display());
            return Ok(Report::skipped(reason));
        };
        images::prepare(docker)?
    };
    run(images, &[&NAMESPACES[..], &["--net", "sh", "-c", WITH_ENGINE, "sh"]].concat())
}

/// Runs `fairway-cluster containers` by a command that starts it, with the images or the reason why there are none.
fn run(images: std::result::Result<Docker, &str>, by: &[&str]) -> Result<Report> {
    let docker = match images {
        Ok(docker) => docker,
        Err(reason) => return Ok(Report::skipped(format!("containers: {reason}"))),
    };
    let (program, folder) = (target().join("debug/fairway-cluster"), images::folder());
    let words = by.iter().copied().chain(["timeout", "--kill-after=60", TIMEOUT]).map(OsStr::new);
    let mut words =
        words.chain([program.as_ref(), "containers".as_ref(), "--folder".as_ref(), folder.as_ref()]);
    let mut command = docker.program(words.next().context("a command")?, words);
    let (status, text) = job::run_and_capture(&mut command)?;
    check_outcome("the containers", status.success(), findings::cluster("containers", &text))
}

/// Starts an engine that builds with this machine's network and makes none of its own. None: it does not start.
fn engine_for_builds(docker: &Docker) -> Result<Option<Job>> {
    let script = r#"exec dockerd --config-file "$FAIRWAY_ENGINE/daemon.json" --bridge=none --iptables=false \
        > "$FAIRWAY_ENGINE/log" 2>&1"#;
    let mut engine =
        Job::start(&mut docker.program(NAMESPACES[0], [&NAMESPACES[1..], &["sh", "-c", script]].concat()))?;
    let deadline = Instant::now() + START;
    while !docker.succeeds(&["version"]) {
        if !engine.is_running() || Instant::now() > deadline {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(Some(engine))
}
