//! The web app is read from its build folder by debug builds, and embedded from there in release builds. A fresh checkout
//! has no such folder yet: then an empty one stands in, and `fairway serve` says so instead of showing a blank page.

fn main() -> std::io::Result<()> {
    // A debug build that compiled everything again after a change of a screen would cost minutes for nothing.
    let is_embedded = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo:rerun-if-changed={}", if is_embedded { "../webapp/dist" } else { "build.rs" });
    std::fs::create_dir_all("../webapp/dist")
}
