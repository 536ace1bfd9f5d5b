//! Settings of a training as a TOML file: what the properties files of [KInARow2012] were.

use std::path::Path;

use agon_core::ReadError;
use agon_core::spec::Preset;
use agon_papers::Recipe;

use crate::failure::Failure;

/// A setting from the command line, `name=value`.
pub(super) fn named(text: &str) -> Result<(String, String), ReadError> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        ReadError::new(format!("`{text}` is not a setting: write its name, `=` and its value"))
    })?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// The settings of a file, in its order.
pub(super) fn read(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let text = agon_files::read_text(path)?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| Failure::file(path, &error))?;
    let setting = |(name, value): (String, toml::Value)| {
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(answer) => answer.to_string(),
            _ => return Err(Failure::file(path, &format!("`{name}` takes a number or a text"))),
        };
        Ok((name, value))
    };
    table.into_iter().map(setting).collect()
}

/// All settings of a recipe with their usual values; those without one are comments.
pub(super) fn example(recipe: &Recipe) -> String {
    let mut text = format!("# agon train {} --settings FILE\n", recipe.name);
    for option in recipe.settings {
        text += &format!("\n# {}\n", option.about);
        text += &match option.default {
            Preset::Value(value) if value.parse::<f64>().is_ok() => format!("{} = {value}\n", option.name),
            Preset::Value(value) => format!("{} = \"{value}\"\n", option.name),
            Preset::Depends(words) => format!("# {} = ({words})\n", option.name),
            _ => format!("# {} =\n", option.name),
        };
    }
    text
}
