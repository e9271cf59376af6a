//! A changed text of the lab tried against its original, now or after the reader has left it.

use std::sync::Arc;

use crate::{
    lab::{Given, State, Trial},
    simhash::{CountError, GivenError, Stopped, Trace, Watch, outline},
};

/// What comes of a state; `known` is a text for which there is a trace already.
pub fn of_state(
    original: Arc<Trace>,
    (text, trace): &(Arc<String>, Arc<Trace>),
    state: State,
    watch: &Watch,
) -> Result<Result<Arc<Trial>, GivenError>, Stopped> {
    watch.expect(state.text.len() as u64);
    let traced = if Arc::ptr_eq(text, &state.text) || *text == state.text {
        Ok(trace.clone())
    } else {
        outline(&state.text, &state.recipe, watch).map(Arc::new)
    };
    let trial = match traced {
        Ok(trace) => Ok(Arc::new(Trial::of(original, trace, state.left_out))),
        Err(CountError::Stopped(stopped)) => return Err(stopped),
        Err(CountError::Given(trouble)) => Err(trouble),
    };
    watch.check()?;
    Ok(trial)
}

/// What a row of the history gives.
pub fn of_row(original: &str, state: &State, watch: &Watch) -> Result<Given, Stopped> {
    let traced = |text: &str| outline(text, &state.recipe, watch).map(Arc::new);
    match traced(original).and_then(|a| Ok((a, traced(&state.text)?))) {
        Ok((a, b)) => {
            let trial = Trial::of(a, b, state.left_out.clone());
            Ok(Given { fingerprint: trial.fingerprints[1], hamming: trial.hamming() })
        }
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(_)) => Ok(Given { fingerprint: None, hamming: None }),
    }
}
