//! Writes the JavaScript, the types and the module of a WebAssembly library.
//!
//! ```text
//! bindgen web|nodejs|no-modules LIBRARY.wasm FOLDER
//! ```

use std::env;

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [target, library, folder] = &*args else {
        bail!("usage: bindgen web|nodejs|no-modules LIBRARY.wasm FOLDER");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(library).out_name("gtn_db").typescript(true);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(false);
    match &**target {
        "web" => bindgen.web(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        "no-modules" => bindgen.no_modules(true)?,
        _ => bail!("`{target}` is no target: write web, nodejs or no-modules"),
    };
    bindgen.generate(folder).with_context(|| format!("cannot convert {library}"))
}
