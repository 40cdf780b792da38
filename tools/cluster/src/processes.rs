//! Lists the descendants of a process, from `/proc`. Only the parent ids there show which programs a service started; a
//! PostgreSQL that Patroni started has become a child of the supervisor.

use rustix::process::{Pid, Signal, kill_process};

/// A process that runs or is stopped by SIGSTOP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    parent: u32,
    /// The program's name; the kernel cuts it to 15 characters.
    pub(crate) name: String,
}

/// Every descendant of `root`, without `root` itself, parents first. Zombies are left out.
pub(crate) fn descendants(root: u32) -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    let all: Vec<Process> =
        entries.filter_map(|entry| read_process(entry.ok()?.file_name().to_str()?.parse().ok()?)).collect();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for process in all.iter().filter(|process| process.parent == parent) {
            parents.push(process.pid);
            found.push(process.clone());
        }
    }
    found
}

/// `/proc/<pid>/stat` is "pid (name) state parent …", and the name may contain brackets and spaces.
fn read_process(pid: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (before, after) = stat.rsplit_once(')')?;
    let name = before.split_once('(')?.1.to_owned();
    let mut fields = after.split_whitespace();
    let has_ended = matches!(fields.next()?, "Z" | "X");
    let parent = fields.next()?.parse().ok()?;
    (!has_ended).then_some(Process { pid, parent, name })
}

/// The processor time that a process has used, in the kernel's clock ticks; 0 when it does not exist any more.
pub(crate) fn cpu_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    // The 14th and 15th field (utime, stime); the first two are before the bracket.
    after.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// Sends a signal. A process that has already ended is no error: callers want it to end.
pub(crate) fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _already_ended = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    #[test]
    fn a_running_grandchild_is_listed_and_an_ended_child_is_not() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'echo $$; exec sleep 600'; exit 1"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let grandchild: u32 = line.trim().parse().unwrap();
        let pids = |root| descendants(root).into_iter().map(|process| process.pid).collect::<Vec<_>>();
        assert_eq!(pids(child.id()), [grandchild]);
        assert!(pids(std::process::id()).contains(&grandchild));
        signal(grandchild, Signal::KILL);
        child.wait().unwrap();
        assert!(!pids(std::process::id()).contains(&grandchild));
    }
}
