//! Reading a forest: element by element, with the line and the column of whatever is wrong.

use agon_core::ReadError;
use agon_learn::models::forest::{
    DecisionTree, Forest, HEAVIEST, MOST_ATTRIBUTES, Node, Pattern, Prediction, PredictionWeights, Woods,
};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::MOST_TREES;

/// Reads a forest.
///
/// # Errors
/// If the text is not such a file; the error names line and column.
pub fn read_forest(text: &str) -> Result<Forest, ReadError> {
    let mut document =
        Document { text, at: 0, open: Vec::new(), woods: Vec::new(), weights: None, game: None };
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    loop {
        document.at = reader.buffer_position();
        let event = reader
            .read_event()
            .map_err(|error| document.wrong_at(reader.error_position(), &error.to_string()))?;
        match event {
            Event::Start(element) => document.begin(&element)?,
            Event::End(_) => document.end()?,
            Event::Eof => return document.finish(),
            Event::Text(text) if text.chars().all(char::is_whitespace) => {}
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::DocType(kind) if !kind.contains("ENTITY") => {}
            Event::DocType(_) => return Err(document.wrong("entities cannot be declared here")),
            _ => return Err(document.wrong("only elements, comments and the document type can stand here")),
        }
    }
}

/// An element that has begun and not ended.
enum Open {
    Forest,
    Woods(OpenWoods),
    AttributesList,
    Attributes,
    Tree,
    Root(OpenNode),
    Node(OpenNode),
    Leaf,
}

/// What is known of a tree so far.
#[derive(Default)]
struct OpenWoods {
    weight: u8,
    error: Option<f64>,
    cells: Option<Vec<u16>>,
    /// As soon as the side of the window is known too.
    pattern: Option<Pattern>,
    root: Option<Node>,
}

/// A question, and the answers to it that are known so far.
struct OpenNode {
    /// The place of the cell in the pattern; none at the root of a tree that is a single answer.
    attribute: Option<u8>,
    /// The value of the branch that it belongs to.
    value: usize,
    branches: [Option<Node>; 3],
}

struct Document<'t> {
    text: &'t str,
    /// Where the current element begins.
    at: u64,
    open: Vec<Open>,
    woods: Vec<Woods>,
    weights: Option<PredictionWeights>,
    game: Option<String>,
}

impl Document<'_> {
    fn wrong(&self, cause: &str) -> ReadError {
        self.wrong_at(self.at, cause)
    }

    fn wrong_at(&self, at: u64, cause: &str) -> ReadError {
        let before = self.text.as_bytes().get(..at as usize).unwrap_or(self.text.as_bytes());
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let begun = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = 1 + String::from_utf8_lossy(&before[begun..]).chars().count();
        ReadError::new(format!("line {line}, column {column}: {cause}"))
    }

    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), ReadError> {
        let name = element.name().into_inner();
        let opened = match (self.open.last(), name) {
            (None, "RandomForest") if self.weights.is_none() => {
                let [win, draw, loss, game] = self.attributes(element, ["win", "draw", "loss", "game"])?;
                self.game = game;
                let usual = PredictionWeights::USUAL;
                self.weights = Some(PredictionWeights {
                    win: self.thousandths(win, usual.win)?,
                    draw: self.thousandths(draw, usual.draw)?,
                    loss: self.thousandths(loss, usual.loss)?,
                });
                Open::Forest
            }
            (Some(Open::Forest), "RandomWoods") => self.begin_woods(element)?,
            (Some(Open::Woods(woods)), "TrainingAttributesList") if woods.cells.is_none() => {
                Open::AttributesList
            }
            (Some(Open::AttributesList), "TrainingAttributes") => self.begin_attributes(element)?,
            (Some(Open::Woods(woods)), "ForestTree") if woods.cells.is_some() && woods.pattern.is_none() => {
                self.begin_tree(element)?
            }
            (Some(Open::Tree), "TreeRoot") if self.tree().is_some_and(|woods| woods.root.is_none()) => {
                let [cell] = self.attributes(element, ["headerIndx"])?;
                let attribute =
                    cell.filter(|cell| !cell.is_empty()).map(|cell| self.attribute(&cell)).transpose()?;
                Open::Root(OpenNode { attribute, value: 0, branches: Default::default() })
            }
            (Some(Open::Root(_) | Open::Node(_)), "TreeNode") => self.begin_node(element)?,
            (Some(Open::Root(_) | Open::Node(_)), "TreeLeaf") => self.leaf(element)?,
            _ => return Err(self.wrong(&format!("<{name}> cannot stand here"))),
        };
        self.open.push(opened);
        Ok(())
    }

    fn begin_woods(&self, element: &BytesStart<'_>) -> Result<Open, ReadError> {
        if self.woods.len() >= MOST_TREES {
            return Err(self.wrong(&format!("a forest has at most {MOST_TREES} trees")));
        }
        let [weight, error] = self.attributes(element, ["weight", "error"])?;
        let weight = match weight {
            None => 1,
            Some(text) => text.parse().ok().filter(|weight| *weight <= HEAVIEST).ok_or_else(|| {
                self.wrong(&format!("`weight` is `{text}`, not a whole number from 0 to {HEAVIEST}"))
            })?,
        };
        let error = error.map(|text| {
            let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
            share.ok_or_else(|| self.wrong(&format!("`error` is `{text}`, not a share from 0 to 1")))
        });
        Ok(Open::Woods(OpenWoods { weight, error: error.transpose()?, ..OpenWoods::default() }))
    }

    fn begin_attributes(&mut self, element: &BytesStart<'_>) -> Result<Open, ReadError> {
        let [list] = self.attributes(element, ["attributeIndxs"])?;
        let list = list.ok_or_else(|| self.wrong("`attributeIndxs` is missing"))?;
        let cells: Result<Vec<u16>, _> = list.split(',').map(|cell| cell.trim().parse()).collect();
        let cells = cells
            .map_err(|_| self.wrong("`attributeIndxs` takes numbers of cells with commas between them"))?;
        match self.woods_mut() {
            Some(woods) if woods.cells.is_none() => woods.cells = Some(cells),
            _ => return Err(self.wrong("the cells of a tree are listed once")),
        }
        Ok(Open::Attributes)
    }

    fn begin_tree(&mut self, element: &BytesStart<'_>) -> Result<Open, ReadError> {
        let [result] = self.attributes(element, ["decisionAttr"])?;
        let cells: Option<u32> = result.as_deref().and_then(|text| text.parse().ok());
        let side = cells.map(u32::isqrt).filter(|side| Some(side * side) == cells);
        let side =
            side.ok_or_else(|| self.wrong("`decisionAttr` is the number of cells of a square window"))?;
        let listed = self.tree().and_then(|woods| woods.cells.clone()).unwrap_or_default();
        let pattern = Pattern::new(side, &listed).map_err(|error| self.wrong(&error.message))?;
        if let Some(woods) = self.woods_mut() {
            woods.pattern = Some(pattern);
        }
        Ok(Open::Tree)
    }

    fn begin_node(&self, element: &BytesStart<'_>) -> Result<Open, ReadError> {
        let nested = self.open.iter().filter(|open| matches!(open, Open::Node(_))).count();
        if nested + 1 >= MOST_ATTRIBUTES {
            return Err(self.wrong(&format!("a tree is at most {MOST_ATTRIBUTES} questions deep")));
        }
        let [value, cell] = self.attributes(element, ["branchValue", "headerIndx"])?;
        let attribute = self.attribute(&cell.ok_or_else(|| self.wrong("`headerIndx` is missing"))?)?;
        let asked = self.open.iter().any(|open| match open {
            Open::Root(node) | Open::Node(node) => node.attribute == Some(attribute),
            _ => false,
        });
        if asked {
            return Err(self.wrong("this cell was asked about further up"));
        }
        let value = self.branch(value)?;
        Ok(Open::Node(OpenNode { attribute: Some(attribute), value, branches: Default::default() }))
    }

    fn leaf(&mut self, element: &BytesStart<'_>) -> Result<Open, ReadError> {
        let [value, category] = self.attributes(element, ["branchValue", "categoryValue"])?;
        let answer = match category.as_deref() {
            Some("1") => Prediction::Win,
            Some("0") => Prediction::Draw,
            Some("2") => Prediction::Loss,
            _ => return Err(self.wrong("`categoryValue` is 0, 1 or 2")),
        };
        let single = matches!(self.open.last(), Some(Open::Root(OpenNode { attribute: None, .. })));
        let value =
            if single && value.as_deref().is_none_or(str::is_empty) { 0 } else { self.branch(value)? };
        self.answer(value, Node::Leaf(answer))?;
        Ok(Open::Leaf)
    }

    /// Puts a branch into the innermost question.
    fn answer(&mut self, value: usize, node: Node) -> Result<(), ReadError> {
        let slot = match self.open.last_mut() {
            Some(Open::Root(open) | Open::Node(open)) if open.attribute.is_some() || value == 0 => {
                &mut open.branches[value]
            }
            _ => return Err(self.wrong("a root without a cell has a single leaf")),
        };
        match slot {
            Some(_) => Err(self.wrong(&format!("branch {value} is there twice"))),
            empty => {
                *empty = Some(node);
                Ok(())
            }
        }
    }

    fn end(&mut self) -> Result<(), ReadError> {
        match self.open.pop() {
            Some(Open::Node(node)) => {
                let value = node.value;
                let node = self.question(node)?;
                self.answer(value, node)
            }
            Some(Open::Root(node)) => {
                let root = self.question(node)?;
                if let Some(woods) = self.woods_mut() {
                    woods.root = Some(root);
                }
                Ok(())
            }
            Some(Open::Woods(woods)) => match (woods.pattern, woods.root) {
                (Some(pattern), Some(root)) => {
                    let (tree, weight, error) = (DecisionTree { root }, woods.weight, woods.error);
                    self.woods.push(Woods { pattern, tree, weight, error });
                    Ok(())
                }
                _ => Err(self.wrong("<RandomWoods> needs a list of cells and a tree")),
            },
            _ => Ok(()),
        }
    }

    fn question(&self, node: OpenNode) -> Result<Node, ReadError> {
        let missing = || self.wrong("a question needs three branches: 0, 1 and 2");
        let [empty, own, other] = node.branches;
        match node.attribute {
            None => empty.ok_or_else(|| self.wrong("a tree needs an answer")),
            Some(attribute) => {
                let branches = Box::new([
                    empty.ok_or_else(missing)?,
                    own.ok_or_else(missing)?,
                    other.ok_or_else(missing)?,
                ]);
                Ok(Node::Split { attribute, branches })
            }
        }
    }

    fn finish(self) -> Result<Forest, ReadError> {
        match self.weights {
            Some(weights) if self.open.is_empty() && !self.woods.is_empty() => {
                Ok(Forest { woods: self.woods, weights, game: self.game })
            }
            Some(_) if self.open.is_empty() => Err(self.wrong("a forest needs at least one <RandomWoods>")),
            _ => Err(self.wrong("the file ends before </RandomForest>")),
        }
    }

    /// The woods that are read just now.
    fn tree(&self) -> Option<&OpenWoods> {
        self.open.iter().find_map(|open| if let Open::Woods(woods) = open { Some(woods) } else { None })
    }

    fn woods_mut(&mut self) -> Option<&mut OpenWoods> {
        self.open.iter_mut().find_map(|open| if let Open::Woods(woods) = open { Some(woods) } else { None })
    }

    /// The place of a cell in the pattern.
    fn attribute(&self, cell: &str) -> Result<u8, ReadError> {
        let pattern = self.tree().and_then(|woods| woods.pattern);
        let number: Option<u16> = cell.parse().ok();
        let place = number
            .zip(pattern)
            .and_then(|(number, pattern)| pattern.cells().iter().position(|&listed| listed == number));
        place
            .map(|place| place as u8)
            .ok_or_else(|| self.wrong(&format!("`headerIndx` is `{cell}`, which is not a cell of the list")))
    }

    fn branch(&self, value: Option<String>) -> Result<usize, ReadError> {
        let value = value.and_then(|text| text.parse().ok()).filter(|value| *value < 3);
        value.ok_or_else(|| self.wrong("`branchValue` is 0 (empty), 1 (own) or 2 (the opponent's)"))
    }

    fn thousandths(&self, text: Option<String>, usual: i32) -> Result<i32, ReadError> {
        let Some(text) = text else { return Ok(usual) };
        let number = text.parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
        let thousandths = number.map(|number| (1000.0 * number).round() as i32);
        thousandths.ok_or_else(|| self.wrong(&format!("`{text}` is not a number from -1000 to 1000")))
    }

    /// The values of the known attributes; any other is an error.
    fn attributes<const N: usize>(
        &self,
        element: &BytesStart<'_>,
        known: [&str; N],
    ) -> Result<[Option<String>; N], ReadError> {
        let mut values = std::array::from_fn(|_| None);
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| self.wrong(&error.to_string()))?;
            let name = attribute.key.into_inner();
            let Some(index) = known.iter().position(|known| *known == name) else {
                let cause = format!("`{name}` is not an attribute of <{}>", element.name().into_inner());
                return Err(self.wrong(&cause));
            };
            values[index] = Some(attribute.value.trim().to_owned());
        }
        Ok(values)
    }
}
