//! The costs of the layouts of tables: of that in use measured on the library, of both measured on a server, where keys for
//! that are made and removed again.

use super::{
    Redis,
    keys::Keys,
    nodes::{Nodes, Request},
};
use crate::{
    library::{
        EngineKind, FigureOrigin, LayoutCost, LibraryError, TABLES_K,
        capacity::{EngineFigures, MeasuredTime, figures_of},
        identity::Identity,
        kept_figures::measured_figures,
        server_place::{Layout, ServerPlace},
        timing::{LOOK_UPS, fingerprint, median},
    },
    search::Plan,
    simhash::{Fingerprint, Recipe, RecipeWithK, Watch},
};

/// So many look-ups are asked for together, as for the figures that come with the program.
const BATCH: usize = 50;
/// Batches on a library, of which the time is the median.
const BATCHES: u32 = 21;
/// No library can have this name, so none is touched.
const NAME: &str = "~measured";
/// Documents that are written at once, and keys in each table that are removed at once.
const AT_ONCE: usize = 1000;
/// The memory of the keys of so many documents is asked for.
const SAMPLE: u32 = 1024;

/// Measures a layout with libraries of so many random fingerprints, the smaller first; `None` if it was stopped. Nothing is left on the
/// server.
///
/// # Errors
/// [`LibraryError`].
pub(in crate::library) fn measured_layout(
    place: &ServerPlace,
    layout: Layout,
    sizes: &[u32],
    watch: &Watch,
) -> Result<Option<EngineFigures>, LibraryError> {
    let recipe = RecipeWithK { recipe: Recipe::default(), k: None }.to_string();
    let library = Redis {
        nodes: Nodes::connect(place)?.into(),
        keys: Keys::new(NAME),
        layout,
        identity: Identity::new(String::new(), &recipe, Vec::new())?,
    };
    let Some(plan) = &library.identity.plan else { return Ok(None) };
    // A run that was killed may have left keys.
    library.clear(plan)?;
    let measured = library.measured(plan, sizes, watch);
    let cleared = library.clear(plan);
    measured.and_then(|measured| cleared.map(|()| measured))
}

impl Layout {
    fn engine(self) -> EngineKind {
        match self {
            Self::Packed => EngineKind::RedisPacked,
            Self::Sets => EngineKind::RedisSets,
        }
    }
}

impl Redis {
    /// The costs of all layouts for this library; none if no document has a fingerprint.
    pub(super) fn layouts(&self) -> Result<Vec<LayoutCost>, LibraryError> {
        let Some(plan) = &self.identity.plan else { return Ok(Vec::new()) };
        let numbers = self.paths()?;
        let documents = numbers.iter().filter(|(_, has)| *has).count() as u64;
        let fingerprints = self.sampled(&numbers)?;
        if fingerprints.is_empty() {
            return Ok(Vec::new());
        }
        let bytes: u64 = self.tables_memory(plan, &fingerprints, documents)?.iter().sum();
        let mut some = fingerprints.iter().copied().cycle();
        let mut entries = 0;
        let seconds = median(BATCHES, |_| {
            let batch: Vec<Fingerprint> = some.by_ref().take(BATCH).collect();
            entries += self.look_up_all(plan, &batch)?;
            Ok(())
        })?;
        // The entries of a segment are the same in any layout.
        let candidates = entries as f64 / (f64::from(BATCHES) * BATCH as f64);
        let figures = measured_figures();
        let cost = |layout: Layout| {
            if layout == self.layout {
                let bytes = bytes as f64 / documents as f64;
                let look_ups = BATCH as f64 / seconds.max(f64::MIN_POSITIVE);
                let origin = FigureOrigin::Library;
                return Some(LayoutCost { engine: layout.engine(), origin, bytes, look_ups, candidates });
            }
            let (figures, origin) = figures_of(layout.engine(), &figures)?;
            let figures = figures.of_width(self.width());
            let bytes = figures.bytes(Some(plan), documents) / documents as f64;
            let look_ups = 1.0 / figures.seconds(plan.tables().len() as f64, candidates)?;
            Some(LayoutCost { engine: layout.engine(), origin, bytes, look_ups, candidates })
        };
        Ok(Layout::ALL.into_iter().filter_map(cost).collect())
    }

    /// Reads the segments of fingerprints at once, and compares their entries. Returns how many there are.
    fn look_up_all(&self, plan: &Plan, fingerprints: &[Fingerprint]) -> Result<u64, LibraryError> {
        let keys: Vec<(Fingerprint, String)> = fingerprints
            .iter()
            .flat_map(|&fingerprint| self.keys.tables(plan, fingerprint).map(move |(key, ..)| (fingerprint, key)))
            .collect();
        let requests: Vec<Request> =
            keys.iter().map(|(_, key)| Request::new(self.layout.read(), key.clone())).collect();
        let answers = self.nodes().read(&requests)?;
        let (mut read, mut near) = (0, 0);
        for ((fingerprint, key), answer) in keys.into_iter().zip(answers) {
            let entries = self.entries(answer).ok_or(LibraryError::KeyInTheWay(key))?;
            read += entries.len() as u64;
            near += entries.iter().filter(|(other, _)| fingerprint.hamming(*other) <= TABLES_K).count();
        }
        std::hint::black_box(near);
        Ok(read)
    }

    fn measured(&self, plan: &Plan, sizes: &[u32], watch: &Watch) -> Result<Option<EngineFigures>, LibraryError> {
        let mut memory = Vec::new();
        let mut times = Vec::new();
        let mut written = 0;
        for &size in sizes {
            while written < size {
                if watch.stopped() {
                    return Ok(None);
                }
                let to = size.min(written + AT_ONCE as u32);
                let entries = (written..to).flat_map(|number| self.entries_of(fingerprint(number), number));
                let add =
                    |(key, entry): (String, Vec<u8>)| Request::with(self.layout.add(), key, |cmd| _ = cmd.arg(entry));
                let requests: Vec<Request> = entries.map(add).collect();
                self.nodes().write(&requests, watch)?;
                watch.advance(u64::from(to - written));
                written = to;
            }
            let documents = u64::from(size);
            let sample: Vec<Fingerprint> =
                (0..size).step_by((size / SAMPLE).max(1) as usize).map(fingerprint).collect();
            memory.push((documents, self.tables_memory(plan, &sample, documents)?.iter().sum::<u64>() as f64));
            let batch = median(LOOK_UPS, |nth| {
                let some = (0..BATCH as u32).map(|at| fingerprint((nth * BATCH as u32 + at) % size));
                self.look_up_all(plan, &some.collect::<Vec<_>>())
            })?;
            times.push(MeasuredTime { documents, seconds: batch / BATCH as f64 });
        }
        Ok(EngineFigures::of_server(self.layout.engine(), plan, &memory, times))
    }

    /// Removes the keys of all segments.
    fn clear(&self, plan: &Plan) -> Result<(), LibraryError> {
        let segments: Vec<u64> = (0..1 << 16).collect();
        for segments in segments.chunks(AT_ONCE) {
            // The four blocks of these have all segments.
            let all = segments.iter().map(|segment| Fingerprint::new((segment * 0x0001_0001_0001_0001).into(), 64));
            let keys = all.flat_map(|fingerprint| self.keys.tables(plan, fingerprint).collect::<Vec<_>>());
            let requests: Vec<Request> = keys.map(|(key, ..)| Request::new("UNLINK", key)).collect();
            self.nodes().write(&requests, &Watch::default())?;
        }
        Ok(())
    }
}
