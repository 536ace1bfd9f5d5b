//! A run as text, so that nothing is lost when it is killed. Original design.
//!
//! ```text
//! agon checkpoint 2
//! run othello-thesis/influence seed 1      what the checkpoint belongs to
//! evaluated 57                             generations
//! measured 921                             chromosomes
//! champion 18 57 3 1 0 ...                 fitness, generation, values: one line for each stage that has ended
//! generation 12
//! mutation 0.05
//! standing 3
//! best 9.5 9 4 1 10 ...                    as a champion
//! individual 3.25 4 1 10 ...               fitness (or -), values
//! learned 0211202/1                        what was learned on the way, a line for each thing; none in most runs
//! end                                      a file without it was cut short
//! ```
//!
//! Checkpoints of the first version, which had no `end`, are read too.
//! Numbers are written with as many digits as it takes to read the same bits back.

use std::fmt::Write as _;

use agon_core::ReadError;

use crate::evolution::{Evolution, Experience};
use crate::ga::{Champion, Gene, Individual, Population};

const HEADER: &str = "agon checkpoint 2";
/// Written until checkpoints had an `end`.
const FIRST_HEADER: &str = "agon checkpoint 1";
const END: &str = "end";

/// The text of a run; `label` says which run it is.
#[must_use]
pub fn write<T: Gene, E: Experience>(run: &Evolution<T, E>, label: &str) -> String {
    let mut text = format!("{HEADER}\nrun {label}\n");
    let _ = writeln!(text, "evaluated {}\nmeasured {}", run.evaluated, run.measured);
    for champion in &run.champions {
        write_champion(&mut text, "champion", champion);
    }
    let population = &run.population;
    let _ = writeln!(text, "generation {}", population.generation);
    let _ = writeln!(text, "mutation {}\nstanding {}", population.mutation, population.standing);
    if let Some(best) = &population.best {
        write_champion(&mut text, "best", best);
    }
    for individual in &population.individuals {
        match individual.fitness {
            Some(fitness) => _ = write!(text, "individual {fitness}"),
            None => text.push_str("individual -"),
        }
        write_genes(&mut text, &individual.genes);
    }
    for line in run.experience.lines() {
        let _ = writeln!(text, "learned {line}");
    }
    text + END + "\n"
}

fn write_champion<T: Gene>(text: &mut String, key: &str, champion: &Champion<T>) {
    let _ = write!(text, "{key} {} {}", champion.fitness, champion.generation);
    write_genes(text, &champion.genes);
}

fn write_genes<T: Gene>(text: &mut String, genes: &[T]) {
    for gene in genes {
        let _ = write!(text, " {gene}");
    }
    text.push('\n');
}

/// Reads the text of a run with this label, whose chromosomes have `genes` values.
///
/// # Errors
/// If the text is not a checkpoint or that of another run; the error names the line.
pub fn read<T: Gene, E: Experience>(
    text: &str,
    label: &str,
    genes: usize,
) -> Result<Evolution<T, E>, ReadError> {
    let mut lines = Lines::new(text, genes);
    let is_first = lines.expect(FIRST_HEADER, "").is_ok();
    if !is_first {
        lines.expect(HEADER, "this is not a checkpoint")?;
    }
    lines.expect(&format!("run {label}"), "the checkpoint belongs to another run")?;
    let (evaluated, measured) = (lines.value("evaluated")?, lines.value("measured")?);
    let mut champions = Vec::new();
    while lines.is_next("champion") {
        champions.push(lines.champion("champion")?);
    }
    let (generation, mutation, standing) =
        (lines.value("generation")?, lines.value("mutation")?, lines.value("standing")?);
    let best = if lines.is_next("best") { Some(lines.champion("best")?) } else { None };
    let mut individuals = Vec::new();
    while lines.is_next("individual") {
        individuals.push(lines.individual()?);
    }
    let mut learned = Vec::new();
    while lines.is_next("learned") {
        learned.push(lines.rest("learned")?);
    }
    if !is_first && !individuals.is_empty() {
        lines.expect(END, "the checkpoint was cut short, or this is not an `individual`")?;
    }
    if individuals.is_empty() || !lines.text.is_empty() {
        return Err(lines.wrong("`individual` with a fitness and values is expected here"));
    }
    Ok(Evolution {
        champions,
        evaluated,
        measured,
        population: Population { generation, individuals, mutation, standing, best },
        experience: E::from_lines(&learned)?,
    })
}

/// The lines of a checkpoint, taken one after the other.
pub(crate) struct Lines<'t> {
    text: &'t str,
    number: usize,
    genes: usize,
}

impl<'t> Lines<'t> {
    /// The lines of a text whose rows have `genes` values.
    pub(crate) fn new(text: &'t str, genes: usize) -> Self {
        Self { text, number: 0, genes }
    }

    /// An error about the line after those taken.
    fn wrong(&self, cause: &str) -> ReadError {
        ReadError::new(format!("checkpoint, line {}: {cause}", self.number + 1))
    }

    pub(crate) fn expect(&mut self, line: &str, otherwise: &str) -> Result<(), ReadError> {
        match self.text.split_once('\n') {
            Some((found, rest)) if found == line => {
                (self.text, self.number) = (rest, self.number + 1);
                Ok(())
            }
            _ => Err(self.wrong(&format!("{otherwise}; `{line}` is expected here"))),
        }
    }

    fn is_next(&self, key: &str) -> bool {
        self.text.strip_prefix(key).is_some_and(|rest| rest.starts_with(' '))
    }

    /// All that stands after `key` in the next line.
    fn rest(&mut self, key: &str) -> Result<&'t str, ReadError> {
        let line = self.text.split_once('\n').filter(|_| self.is_next(key));
        let (line, rest) = line.ok_or_else(|| self.wrong(&format!("`{key}` is expected here")))?;
        (self.text, self.number) = (rest, self.number + 1);
        Ok(&line[key.len() + 1..])
    }

    /// The words after `key` in the next line.
    fn words(&mut self, key: &str) -> Result<impl Iterator<Item = &'t str> + use<'t>, ReadError> {
        Ok(self.rest(key)?.split(' '))
    }

    fn word<V: std::str::FromStr>(&self, key: &str, word: Option<&str>) -> Result<V, ReadError> {
        let last = Lines { number: self.number - 1, ..*self };
        word.and_then(|word| word.parse().ok())
            .ok_or_else(|| last.wrong(&format!("`{}` is not a value of `{key}`", word.unwrap_or_default())))
    }

    pub(crate) fn value<V: std::str::FromStr>(&mut self, key: &str) -> Result<V, ReadError> {
        let mut words = self.words(key)?;
        self.word(key, words.next())
    }

    pub(crate) fn row<T: Gene>(&mut self, key: &str) -> Result<Vec<T>, ReadError> {
        let words = self.words(key)?;
        self.values(key, words)
    }

    fn champion<T: Gene>(&mut self, key: &str) -> Result<Champion<T>, ReadError> {
        let mut words = self.words(key)?;
        let (fitness, generation) = (self.word(key, words.next())?, self.word(key, words.next())?);
        Ok(Champion { fitness, generation, genes: self.values(key, words)? })
    }

    fn individual<T: Gene>(&mut self) -> Result<Individual<T>, ReadError> {
        let key = "individual";
        let mut words = self.words(key)?;
        let fitness = words.next().filter(|&word| word != "-");
        let fitness = fitness.map(|word| self.word(key, Some(word))).transpose()?;
        Ok(Individual { fitness, genes: self.values(key, words)? })
    }

    fn values<T: Gene>(&self, key: &str, words: impl Iterator<Item = &'t str>) -> Result<Vec<T>, ReadError> {
        let genes = words.map(|word| self.word(key, Some(word))).collect::<Result<Vec<T>, _>>()?;
        if genes.len() == self.genes {
            return Ok(genes);
        }
        let last = Lines { number: self.number - 1, ..*self };
        Err(last.wrong(&format!("{} values, {} are expected", genes.len(), self.genes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::tests::CLIMB;
    use crate::ga::{Floats, Ga};
    use agon_core::{Executor, Seed};
    use std::convert::Infallible;

    fn run() -> Evolution<i32> {
        CLIMB.run(None, Executor::new(1), |run| Ok::<_, Infallible>(run.champions.is_empty())).unwrap()
    }

    #[test]
    fn every_bit_comes_back() {
        assert_eq!(read(&write(&run(), "climb"), "climb", 4), Ok(run()));
        let ga =
            Ga { genome: Floats { count: 46, low: -1.0, high: 1.0 }, params: CLIMB.params, seed: Seed(1) };
        let mut population = ga.start();
        ga.evaluate(&mut population, Executor::new(1), |genes| genes.iter().sum::<f64>() / 3.0);
        let population = ga.next(&population);
        let run = Evolution { champions: Vec::new(), evaluated: 1, measured: 6, population, experience: () };
        assert_eq!(read(&write(&run, "x"), "x", 46), Ok(run));
    }

    #[test]
    fn errors_name_the_line() {
        let text = write(&run(), "climb");
        let wrong = |text: &str, label: &str, genes| read::<i32, ()>(text, label, genes).unwrap_err().message;
        assert!(
            wrong(&text, "other", 4).starts_with("checkpoint, line 2: the checkpoint belongs to another run")
        );
        assert!(wrong("", "climb", 4).starts_with("checkpoint, line 1: this is not a checkpoint"));
        assert!(wrong(&text, "climb", 5).ends_with("4 values, 5 are expected"));
        let garbled = text.replacen("evaluated ", "evaluated x", 1);
        assert!(wrong(&garbled, "climb", 4).contains("line 3: `x"));
        for end in 0..text.len() {
            assert!(read::<i32, ()>(&text[..end], "climb", 4).is_err(), "cut short after {end} bytes");
        }
        assert!(wrong(&format!("{text}individual 1 2 3 4 5\n"), "climb", 4).contains("is expected here"));
    }

    #[test]
    fn checkpoints_of_the_first_version_are_read() {
        let first = write(&run(), "climb").replacen(HEADER, FIRST_HEADER, 1);
        let first = first.strip_suffix("end\n").unwrap();
        assert_eq!(read(first, "climb", 4), Ok(run()));
    }
}
