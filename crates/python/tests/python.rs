//! Runs the tests that are written in Python (`test_*.py`) against the package as this build made it. The interpreter needs
//! nothing but `venv`: pytest and numpy come into a virtual environment in the target folder. With `CI=true` so does
//! everything that the package has doors for (pandas, polars, PettingZoo, Gymnasium, OpenSpiel, mypy); elsewhere tests that need
//! one of those say so and are skipped unless it is there.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What every test needs, and what only some do.
const NEEDED: &[&str] = &["pytest", "pytest-xdist", "numpy"];
const DOORS: &[&str] = &["pandas", "polars", "pyarrow", "pettingzoo", "gymnasium", "open_spiel", "mypy"];

/// The oldest Python that the package is for.
const OLDEST: (u32, u32) = (3, 9);

fn ran(program: impl AsRef<OsStr>, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(args).output().map_err(|error| error.to_string())?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(said(&output.stdout)),
        false => Err(said(&output.stdout) + &said(&output.stderr)),
    }
}

/// An interpreter that is new enough, with its version.
fn interpreter() -> Result<(String, String), String> {
    let mut found = Vec::new();
    for name in std::env::var("AGON_PYTHON").into_iter().chain(["python3".to_owned(), "python".to_owned()]) {
        let asked = "import sys; print('%d.%d' % sys.version_info[:2])";
        let Ok(version) = ran(&name, &["-c", asked]) else { continue };
        let parts: Vec<u32> = version.trim().split('.').filter_map(|part| part.parse().ok()).collect();
        if let [major, minor] = parts[..]
            && (major, minor) >= OLDEST
        {
            return Ok((name, version.trim().to_owned()));
        }
        found.push(version.trim().to_owned());
    }
    Err(format!("Python {}.{} or later is wanted; there is {found:?}", OLDEST.0, OLDEST.1))
}

/// A virtual environment with the packages that tests need.
fn environment() -> Result<PathBuf, String> {
    let (python, version) = interpreter()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("python-{version}"));
    let bin = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let own = folder.join(bin);
    if ran(&own, &["--version"]).is_err() {
        ran(&python, &["-m", "venv", "--clear", folder.to_str().unwrap()])?;
    }
    let wanted = NEEDED.iter().chain(DOORS.iter().filter(|_| is_ci()));
    let missing = missing(&own, &wanted.copied().collect::<Vec<_>>())?;
    if !missing.is_empty() {
        // Most of what the packages hold is never imported: what is, is compiled then.
        let mut install =
            vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
        install.extend(missing.iter().map(String::as_str));
        ran(&own, &install)?;
    }
    Ok(own)
}

/// Those of the packages that an interpreter does not find. Nothing is imported for that.
fn missing(python: &Path, packages: &[&str]) -> Result<Vec<String>, String> {
    let asked = "import sys; from importlib.util import find_spec; \
                 modules = {'open_spiel': 'pyspiel', 'pytest-xdist': 'xdist'}; \
                 print(*(name for name in sys.argv[1:] if not find_spec(modules.get(name, name))))";
    let said = ran(python, &[&["-c", asked], packages].concat())?;
    Ok(said.split_whitespace().map(str::to_owned).collect())
}

fn is_ci() -> bool {
    std::env::var("CI").is_ok()
}

/// The package as a wheel would lay it out: the Python files with the native half beside them.
fn package() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-package");
    let package = folder.join("agon");
    let _ = std::fs::remove_dir_all(&package);
    std::fs::create_dir_all(&package).unwrap();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/python/agon")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().unwrap())).unwrap();
        }
    }
    let built = std::env::current_exe().unwrap();
    let name = format!("{}agon_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let native = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    std::fs::copy(built.parent().unwrap().join(name), package.join(native)).unwrap();
    folder
}

/// Runs the tests, as many at once as there are processors. What Python compiles is kept out of the source.
fn pytest(python: &Path, package: &Path) -> Output {
    let tests = env!("CARGO_MANIFEST_DIR").to_owned() + "/tests";
    let arguments = ["-m", "pytest", "-q", "-rs", "-n", "auto", "-p", "no:cacheprovider", &tests];
    let compiled = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-compiled");
    let mut command = Command::new(python);
    command.args(arguments).env("PYTHONPATH", package);
    command.env_remove("PYTHONDONTWRITEBYTECODE").env("PYTHONPYCACHEPREFIX", compiled);
    command.current_dir(package).output().unwrap()
}

#[test]
fn the_tests_in_python_pass() {
    let python = match environment() {
        Ok(python) => python,
        Err(why) => {
            assert!(!is_ci(), "the Python package cannot be tested: {why}");
            eprintln!("not tested: the Python package: {why}");
            return;
        }
    };
    let output = pytest(&python, &package());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    eprintln!("{}", said.trim_end());
}
