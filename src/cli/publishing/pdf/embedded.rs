//! The compiler of typst in this program.

use std::collections::BTreeMap;

use typst_as_lib::typst_kit_options::TypstKitFontOptions;
use typst_as_lib::{TypstAsLibError, TypstEngine};

use super::fonts::{font_folders, ignores_system_fonts};
use crate::cli::error::CommandError;

/// Compiles the file `main` of a folder to PDF, with the fonts of the system and those of typst.
///
/// # Errors
/// If typst cannot compile the book.
pub(super) fn compile_files(
    files: BTreeMap<String, Vec<u8>>,
    main: &str,
) -> anyhow::Result<Vec<u8>> {
    let (sources, data): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(name, _)| name.ends_with(".typ"));
    let sources: Vec<(String, String)> = sources
        .into_iter()
        .map(|(name, content)| Ok((name, String::from_utf8(content)?)))
        .collect::<anyhow::Result<_>>()?;
    let engine = TypstEngine::builder()
        .with_static_source_file_resolver(
            sources.iter().map(|(name, content)| (name.as_str(), content.as_str())),
        )
        .with_static_file_resolver(
            data.iter().map(|(name, content)| (name.as_str(), content.as_slice())),
        )
        .search_fonts_with(
            TypstKitFontOptions::default()
                .include_system_fonts(!ignores_system_fonts())
                .include_dirs(font_folders()),
        )
        .build();
    let document = engine.compile(main).output.map_err(|error| {
        let said = match error {
            TypstAsLibError::TypstSource(faults) => {
                let messages = faults.iter().map(|fault| fault.message.as_str());
                messages.collect::<Vec<_>>().join("; ")
            }
            error => error.to_string(),
        };
        CommandError::new(format!("typst: {said}"))
    })?;
    typst_pdf::pdf(&document, &typst_pdf::PdfOptions::default()).map_err(|faults| {
        let messages = faults.iter().map(|fault| fault.message.as_str());
        let said = messages.collect::<Vec<_>>().join("; ");
        CommandError::new(format!("typst: {said}")).into()
    })
}
