//! simscope.
fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let sources = if args.is_empty() {
        simscope::document::samples()
    } else {
        args.into_iter().map(|a| simscope::document::Source::File(a.into())).collect()
    };
    simscope::tui::run(sources, simscope::simhash::Recipe::default(), None, simscope::locale::Lang::of_environment())
}
