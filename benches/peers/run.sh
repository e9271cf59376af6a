#!/usr/bin/env bash
# Other makers of simhashes beside simscope, in one run: crates, then Python packages, then their indexes.
# Needs Rust, Python 3.9 to 3.12 with venv, and the two package registries. numpy 1, as simhash 2.1.2 overflows under
# numpy 2 on texts in which one window stands more than 255 times.
set -euo pipefail
cd "$(dirname "$0")"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
target=${CARGO_TARGET_DIR:-$PWD/target}

cargo build --release --locked --manifest-path ../../Cargo.toml --target-dir "$target"
cargo build --release --locked --target-dir "$target"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check simhash==2.1.2 jieba==0.42.1 datasketch==1.6.5 numpy==1.26.4 setuptools

"$target/release/simscope-peers"
for language in zh en; do
    "$target/release/simscope-peers" write "$language" 2000000 "$folder/$language.txt"
done
"$folder/venv/bin/python" peers.py "$target/release/simscope" "$folder/zh.txt" "$folder/en.txt"
"$folder/venv/bin/python" index.py "$target/release/simscope" "$target/release/simscope-peers" "$folder/zh.txt"
