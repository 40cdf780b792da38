//! Processor time of this process and of others, as the kernel counts it in `/proc`. Where there is no `/proc` (not on
//! Linux), it is zero, and the tables then show nothing.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Processor time that this process has used so far, all threads together.
pub(crate) fn own() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Processor time of all threads of another process that run now.
pub(crate) fn time(process: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let nanoseconds = threads
        .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok())
        .filter_map(|text| text.split_whitespace().next()?.parse::<u64>().ok())
        .sum();
    Duration::from_nanos(nanoseconds)
}

/// A process, its running children, and its ended children: a PostgreSQL server with its backends.
pub(crate) fn of_with_children(parent: u32) -> Duration {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Duration::ZERO };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let children = pids.filter(|&pid| parent_of(pid) == Some(parent)).map(time).sum::<Duration>();
    time(parent) + children + of_ended_children(parent)
}

/// The parent of a process.
pub(crate) fn parent_of(process: u32) -> Option<u32> {
    stat(process)?.get(1)?.parse().ok()
}

/// Children that ended and were waited for. The kernel counts them in ticks of a hundredth of a second.
fn of_ended_children(process: u32) -> Duration {
    let ticks = stat(process).map_or(0, |fields| {
        [13, 14].iter().filter_map(|&at| fields.get(at)?.parse::<u64>().ok()).sum::<u64>()
    });
    Duration::from_millis(ticks * 10)
}

/// The fields of `/proc/PID/stat` after the program's name, which may hold blanks.
fn stat(process: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(text.rsplit_once(") ")?.1.split_whitespace().map(str::to_owned).collect())
}

/// A process's memory in KiB under one of the kernel's names: `VmRSS` now, `VmHWM` at its highest.
pub(crate) fn memory(process: u32, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_adds_to_the_time_of_this_process_with_and_without_its_children() {
        let before = own();
        let mut sum = 0_u64;
        while own() - before < Duration::from_millis(20) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let me = std::process::id();
        assert!(time(me) >= Duration::from_millis(20));
        assert!(of_with_children(me) >= time(me) - Duration::from_millis(5));
        assert!(memory(me, "VmRSS").is_some_and(|kib| kib > 100));
        assert!(parent_of(me).is_some());
    }
}
