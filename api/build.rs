//! The web app is embedded from its build folder. A fresh checkout has none yet: then an empty folder stands in,
//! and `fairway serve` says so instead of showing a blank page.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../webapp/dist");
    std::fs::create_dir_all("../webapp/dist")
}
