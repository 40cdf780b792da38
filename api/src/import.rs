//! temp
pub async fn run(_config: crate::config::Config, _dir: &std::path::Path) -> anyhow::Result<()> { Ok(()) }
