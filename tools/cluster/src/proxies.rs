//! Starts HAProxy and PgBouncer.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::layout::Layout;
use crate::programs::Programs;
use crate::service::{Service, ServiceSpec};

const HAPROXY: &str = "haproxy";

/// Time for HAProxy and PgBouncer to stop, and for HAProxy to answer on its socket.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Starts HAProxy, which finds the primary and the ready nodes by its own checks.
pub(crate) fn start_haproxy(layout: &Layout, programs: &Programs) -> Result<Service> {
    let local = |port: u16| format!("127.0.0.1:{port}");
    let name = HAPROXY.to_owned();
    layout.folder_of(&name, Some(layout.user))?;
    let mut environment = vec![
        ("FAIRWAY_HA_CONFIG".to_owned(), layout.config().display().to_string()),
        ("FAIRWAY_HA_SOCKET".to_owned(), socket(layout).display().to_string()),
        ("FAIRWAY_HA_PRIMARY".to_owned(), local(layout.ports.primary)),
        ("FAIRWAY_HA_REPLICAS".to_owned(), local(layout.ports.replicas)),
        ("FAIRWAY_HA_PORTAL".to_owned(), local(layout.ports.portal)),
    ];
    for (number, (&server, patroni)) in layout.ports.postgres.iter().zip(layout.ports.patroni).enumerate() {
        environment.push((format!("FAIRWAY_HA_POSTGRES{}", number + 1), local(server)));
        environment.push((format!("FAIRWAY_HA_PATRONI{}_PORT", number + 1), patroni.to_string()));
    }
    for (number, &node) in layout.ports.nodes.iter().enumerate() {
        environment.push((format!("FAIRWAY_HA_NODE{}", number + 1), local(node)));
    }
    let spec = ServiceSpec {
        name,
        program: programs.haproxy.clone(),
        arguments: vec!["-W".into(), "-f".into(), layout.config().join("haproxy.cfg").display().to_string()],
        environment,
        user: Some(layout.user),
        stop_timeout: TIMEOUT,
    };
    Service::start(layout, spec)
}

/// Whether HAProxy has found the primary. Before its first checks it counts every server as up.
pub(crate) fn has_found_primary(layout: &Layout) -> Option<()> {
    let mut socket = UnixStream::connect(socket(layout)).ok()?;
    socket.set_read_timeout(Some(TIMEOUT)).ok()?;
    socket.write_all(b"show stat primary 4 -1\n").ok()?;
    let mut table = String::new();
    socket.read_to_string(&mut table).ok()?;
    let up = table.lines().filter(|line| line.split(',').any(|field| field == "UP")).count();
    (up == 1).then_some(())
}

fn socket(layout: &Layout) -> PathBuf {
    layout.folder().join(HAPROXY).join("admin.sock")
}

/// Starts PgBouncer in front of HAProxy's port of the primary.
pub(crate) fn start_pgbouncer(layout: &Layout) -> Result<Service> {
    let local = |port: u16| format!("127.0.0.1:{port}");
    let name = "pgbouncer".to_owned();
    let folder = layout.folder_of(&name, Some(layout.user))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let environment = [
        ("PATH", format!("{path}:/usr/sbin")),
        ("FAIRWAY_HA_CONFIG", layout.config().display().to_string()),
        ("FAIRWAY_PGBOUNCER_FOLDER", folder.display().to_string()),
        ("FAIRWAY_PGBOUNCER_LISTEN", local(layout.ports.pgbouncer)),
        ("FAIRWAY_PGBOUNCER_DATABASE", local(layout.ports.primary)),
        ("FAIRWAY_WEB_PASSWORD", layout.secrets.web.clone()),
    ];
    let spec = ServiceSpec {
        name,
        program: "/bin/sh".into(),
        arguments: vec![layout.config().join("pgbouncer.sh").display().to_string()],
        environment: environment.map(|(key, value)| (key.to_owned(), value)).into(),
        user: Some(layout.user),
        stop_timeout: TIMEOUT,
    };
    Service::start(layout, spec)
}
