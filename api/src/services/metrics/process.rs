//! The kernel's numbers about this process, under the standard names. Linux only: elsewhere these metrics are absent.

use super::page::Page;

/// The kernel reports times in hundredths of a second, on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;

/// The available values.
#[derive(Debug, Default)]
pub(super) struct Process {
    cpu_seconds: Option<f64>,
    resident_bytes: Option<i64>,
    open_files: Option<usize>,
}

impl Process {
    pub(super) fn now() -> Self {
        Self {
            cpu_seconds: std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| cpu_seconds(&stat)),
            resident_bytes: std::fs::read_to_string("/proc/self/status")
                .ok()
                .and_then(|status| resident_bytes(&status)),
            open_files: std::fs::read_dir("/proc/self/fd").ok().map(Iterator::count),
        }
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), std::fmt::Error> {
        if let Some(seconds) = self.cpu_seconds {
            page.counter("process_cpu_seconds", "Time on the processors, user and system", seconds)?;
        }
        if let Some(bytes) = self.resident_bytes {
            page.gauge("process_resident_memory_bytes", "Memory in use", bytes)?;
        }
        if let Some(files) = self.open_files {
            page.gauge("process_open_fds", "Open files and connections", files)?;
        }
        Ok(())
    }
}

/// Fields 14 and 15; the second is the program's name in parentheses and may hold anything.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut times = rest.split_ascii_whitespace().skip(11).take(2);
    let mut next = || times.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / TICKS_PER_SECOND)
}

fn resident_bytes(status: &str) -> Option<i64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_proc_files_also_when_the_programs_name_has_spaces() {
        let stat = "42 (a) b (c) S 1 42 42 0 -1 4194304 1 2 3 4 150 75 0 0 20 0 9 0 1 2 3";
        assert_eq!(cpu_seconds(stat), Some(2.25));
        assert_eq!(resident_bytes("Name:\tx\nVmRSS:\t   12 kB\nThreads:\t2\n"), Some(12_288));
        assert_eq!((cpu_seconds("nonsense"), resident_bytes("")), (None, None));
    }
}
