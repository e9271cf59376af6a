//! stub
/// Idf
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Idf {
    /// v
    pub value: f64,
    /// f
    pub from: IdfSource,
}
/// from
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IdfSource {
    Table,
    UnknownHan,
    UnknownWord,
    Number,
    Url,
}
/// T
pub struct IdfTable;
/// t
pub fn table() -> IdfTable {
    IdfTable
}
impl IdfTable {
    /// l
    pub fn look_up(&self, w: &str, _k: Option<u64>) -> Idf {
        Idf { value: if w.len() <= 3 { 1.0 } else { 8.0 }, from: IdfSource::Table }
    }
}
