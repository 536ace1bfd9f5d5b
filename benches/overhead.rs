//! What a question to an outside engine costs beyond the engine's own time: `cat` answers with what it is asked.

use agon_core::{Budget, Player};
use agon_engines::{EngineSettings, OutsideEngine, Wire};
use agon_protocol::{AdapterPlan, Question};
use criterion::{Criterion, criterion_group, criterion_main};

fn overhead(criterion: &mut Criterion) {
    let plan = "command = 'cat'\ninput = ['{moves}4']\nstays = true";
    let Ok(plan) = AdapterPlan::from_toml(plan) else { return };
    let settings = EngineSettings::usual(Wire::Adapter(plan), "cat");
    let Ok(mut engine) = OutsideEngine::new(settings, "connect4") else { return };
    let limits = Budget::default();
    let question =
        Question { position: "- X", moves: Some(&[]), to_move: Player(0), limits, clock: None, seed: 1 };
    criterion.bench_function("a question and its answer", |bencher| {
        bencher.iter(|| engine.choose(&question, &|| false));
    });
}

criterion_group!(benches, overhead);
criterion_main!(benches);
