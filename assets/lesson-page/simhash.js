"use strict";
// The twin of the pipeline in crates/core/src/simhash, for what a browser can compute: features of words, n-grams and
// given lists, tf, MD5 and XXH3, sums, bits. A test compares 1,000 random edits with the program. Hashes and
// fingerprints are strings of 0 and 1, the leftmost column first; weights are whole multiples of 1 / 65536.
const simhash = (() => {
  const SCALE = 65536;
  const toFixed = (weight) => Math.sign(weight) * Math.round(Math.abs(weight) * SCALE);
  const utf8 = new TextEncoder();

  // MD5 (RFC 1321), as a number of 128 bits, the first byte highest.
  const TURNS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
  const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))) | 0);
  function md5(bytes) {
    const padded = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
    const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
    for (let block = 0; block < padded.length; block += 64) {
      let [a, b, c, d] = state;
      for (let i = 0; i < 64; i++) {
        const round = i >> 4;
        const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round];
        const word = view.getInt32(block + 4 * ([i, 5 * i + 1, 3 * i + 5, 7 * i][round] % 16), true);
        const sum = (a + mixed + SINES[i] + word) | 0;
        const turn = TURNS[round][i % 4];
        [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
      }
      [a, b, c, d].forEach((word, i) => (state[i] = (state[i] + word) | 0));
    }
    const out = new DataView(new ArrayBuffer(16));
    state.forEach((word, i) => out.setInt32(4 * i, word, true));
    return (out.getBigUint64(0) << 64n) | out.getBigUint64(8);
  }

  // XXH3 with seed 0, after the reference of Yann Collet (xxhash 0.8).
  const SECRET = Uint8Array.from(
    ("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221" +
      "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8" +
      "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb" +
      "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
      .match(/../g), (digits) => parseInt(digits, 16));
  const [A1, A2, A3] = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn];
  const [P1, P2, P3, P4, P5] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n];
  const [LOW, HALF] = [(1n << 64n) - 1n, (1n << 32n) - 1n];
  const dataOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const secret = dataOf(SECRET);
  const at = (view, place) => view.getBigUint64(place, true);
  const low32 = (view, place) => BigInt(view.getUint32(place, true));
  const times = (a, b) => (a * b) & LOW;
  const shifted = (value, by) => value ^ (value >> by);
  const swapped = (value, bytes) => {
    let turned = 0n;
    for (let i = 0; i < bytes; i++) turned = (turned << 8n) | ((value >> BigInt(8 * i)) & 255n);
    return turned;
  };
  const turned = (value, by, width) => ((value << by) | (value >> (width - by))) & ((1n << width) - 1n);
  const avalanche = (value) => shifted(times(shifted(value & LOW, 37n), 0x165667919e3779f9n), 32n);
  const avalanche64 = (value) => shifted(times(shifted(times(shifted(value, 33n), P2), 29n), P3), 32n);
  const folded = (a, b) => ((a * b) & LOW) ^ ((a * b) >> 64n);
  const mix16 = (data, place, key) => folded(at(data, place) ^ at(secret, key), at(data, place + 8) ^ at(secret, key + 8));

  // The eight sums of a text of more than 240 bytes, in blocks of sixteen stripes of 64 bytes.
  function longSums(data) {
    const sums = [A3, P1, P2, P3, P4, A2, P5, A1];
    const add = (place, key) => {
      for (let i = 0; i < 8; i++) {
        const value = at(data, place + 8 * i);
        const keyed = value ^ at(secret, key + 8 * i);
        sums[i ^ 1] = (sums[i ^ 1] + value) & LOW;
        sums[i] = (sums[i] + (keyed & HALF) * (keyed >> 32n)) & LOW;
      }
    };
    const stripes = Math.floor((data.byteLength - 1) / 64);
    for (let stripe = 0; stripe < stripes; stripe++) {
      add(64 * stripe, 8 * (stripe % 16));
      if (stripe % 16 < 15) continue;
      sums.forEach((sum, i) => (sums[i] = times(shifted(sum, 47n) ^ at(secret, 128 + 8 * i), A1)));
    }
    add(data.byteLength - 64, 121);
    return sums;
  }
  const merged = (sums, key, start) => {
    let result = start;
    for (let i = 0; i < 8; i += 2) result += folded(sums[i] ^ at(secret, key + 8 * i), sums[i + 1] ^ at(secret, key + 8 * i + 8));
    return avalanche(result);
  };

  function xxh3to64(bytes) {
    const [data, length, n] = [dataOf(bytes), bytes.length, BigInt(bytes.length)];
    if (length === 0) return avalanche64(at(secret, 56) ^ at(secret, 64));
    if (length < 4) {
      const all = (BigInt(bytes[0]) << 16n) | (BigInt(bytes[length >> 1]) << 24n) | BigInt(bytes[length - 1]) | (n << 8n);
      return avalanche64(all ^ low32(secret, 0) ^ low32(secret, 4));
    }
    if (length < 9) {
      let keyed = (low32(data, length - 4) + (low32(data, 0) << 32n)) ^ at(secret, 8) ^ at(secret, 16);
      keyed = times(keyed ^ turned(keyed, 49n, 64n) ^ turned(keyed, 24n, 64n), 0x9fb21c651e98df25n);
      return shifted(times(keyed ^ ((keyed >> 35n) + n), 0x9fb21c651e98df25n), 28n);
    }
    if (length < 17) {
      const first = at(data, 0) ^ at(secret, 24) ^ at(secret, 32);
      const last = at(data, length - 8) ^ at(secret, 40) ^ at(secret, 48);
      return avalanche(n + swapped(first, 8) + last + folded(first, last));
    }
    if (length > 240) return merged(longSums(data), 11, times(n, P1));
    let sum = times(n, P1);
    if (length < 129) {
      for (let i = (length - 1) >> 5; i >= 0; i--) sum += mix16(data, 16 * i, 32 * i) + mix16(data, length - 16 * (i + 1), 32 * i + 16);
      return avalanche(sum);
    }
    for (let i = 0; i < length >> 4; i++) {
      if (i === 8) sum = avalanche(sum);
      sum += mix16(data, 16 * i, i < 8 ? 16 * i : 16 * (i - 8) + 3);
    }
    if (length < 144) sum = avalanche(sum);
    return avalanche(sum + mix16(data, length - 16, 119));
  }

  function xxh3to128(bytes) {
    const [data, length, n] = [dataOf(bytes), bytes.length, BigInt(bytes.length)];
    const whole = (low, high) => (high << 64n) | low;
    if (length === 0) return whole(avalanche64(at(secret, 64) ^ at(secret, 72)), avalanche64(at(secret, 80) ^ at(secret, 88)));
    if (length < 4) {
      const low = (BigInt(bytes[0]) << 16n) | (BigInt(bytes[length >> 1]) << 24n) | BigInt(bytes[length - 1]) | (n << 8n);
      const high = turned(swapped(low, 4), 13n, 32n);
      return whole(avalanche64(low ^ low32(secret, 0) ^ low32(secret, 4)), avalanche64(high ^ low32(secret, 8) ^ low32(secret, 12)));
    }
    if (length < 9) {
      const keyed = (low32(data, 0) + (low32(data, length - 4) << 32n)) ^ at(secret, 16) ^ at(secret, 24);
      const product = keyed * ((P1 + (n << 2n)) & LOW);
      const high = ((product >> 64n) + ((product & LOW) << 1n)) & LOW;
      const low = times(shifted((product & LOW) ^ (high >> 3n), 35n), 0x9fb21c651e98df25n);
      return whole(shifted(low, 28n), avalanche(high));
    }
    if (length < 17) {
      const last = at(data, length - 8);
      const product = (at(data, 0) ^ last ^ at(secret, 32) ^ at(secret, 40)) * P1;
      const keyed = last ^ at(secret, 48) ^ at(secret, 56);
      const high = ((product >> 64n) + keyed + (keyed & HALF) * (A2 - 1n)) & LOW;
      const result = (((product & LOW) + ((n - 1n) << 54n)) & LOW ^ swapped(high, 8)) * P2;
      return whole(avalanche(result & LOW), avalanche((result >> 64n) + high * P2));
    }
    if (length > 240) {
      const sums = longSums(data);
      return whole(merged(sums, 11, times(n, P1)), merged(sums, 117, LOW ^ times(n, P2)));
    }
    let [low, high] = [times(n, P1), 0n];
    const mix32 = (first, second, key) => {
      low = ((low + mix16(data, first, key)) & LOW) ^ ((at(data, second) + at(data, second + 8)) & LOW);
      high = ((high + mix16(data, second, key + 16)) & LOW) ^ ((at(data, first) + at(data, first + 8)) & LOW);
    };
    if (length < 129) {
      for (let i = (length - 1) >> 5; i >= 0; i--) mix32(16 * i, length - 16 * (i + 1), 32 * i);
    } else {
      for (let i = 0; i < length >> 5; i++) {
        if (i === 4) [low, high] = [avalanche(low), avalanche(high)];
        mix32(32 * i, 32 * i + 16, i < 4 ? 32 * i : 32 * (i - 4) + 3);
      }
      if (length < 160) [low, high] = [avalanche(low), avalanche(high)];
      mix32(length - 16, length - 32, 103);
    }
    return whole(avalanche(low + high), -avalanche(low * P1 + high * P4 + n * P2) & LOW);
  }

  const HASHES = { md5: [md5, 128], "xxh3-64": [xxh3to64, 64], "xxh3-128": [xxh3to128, 128] };
  function digest(name, { hash, bits }) {
    const [of, width] = HASHES[hash];
    return (of(utf8.encode(name)) >> BigInt(width - bits)).toString(2).padStart(bits, "0");
  }

  // A recipe line, if a browser can compute it from a text or a list; else null.
  function recipe(line) {
    const form = /^(words|space|given|chars|word-ngrams)(?::(\d+))?(?:[@/][\w.@-]+)?;fold=(none|case|nfkc|case\+nfkc);(tf|given);([\w-]+);(\d+);(gt|ge)$/;
    const parts = form.exec(line);
    if (!parts || !HASHES[parts[5]] || Number(parts[6]) > HASHES[parts[5]][1]) return null;
    const [, tokens, n, fold, weight, hash, bits, tie] = parts;
    return { tokens, n: Number(n ?? 1), fold, weight, hash, bits: Number(bits), tie };
  }

  // Words by the rules of UAX 29: a Han or Hiragana character is a word of its own.
  const HANG = "[\\p{M}\\p{Cf}]*";
  const OTHERS = "\\p{M}\\p{Ideographic}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
  const LETTER = `(?![${OTHERS}])\\p{Alphabetic}${HANG}`;
  const DIGIT = `\\p{Nd}${HANG}`;
  const between = (signs, kind) => `(?:[.'‘’․﹒＇．${signs}]${HANG}(?=${kind}))?`;
  const JOINED = `(?:${LETTER}${between(":·‧﹕：", LETTER)}|${DIGIT}${between(",;，；", DIGIT)}|\\p{Pc}${HANG})+`;
  const WORDS = new RegExp(`${JOINED}|(?:\\p{sc=Kana}${HANG})+|(?:\\p{Alphabetic}|\\p{N})${HANG}`, "gu");
  const HAN = /\p{Script=Han}/u;
  const foldOf = (text, { fold }) => {
    const plain = fold.endsWith("nfkc") ? text.normalize("NFKC") : text;
    return fold === "none" ? plain : [...plain].map((c) => c.toLowerCase()).join("");
  };
  const wordsOf = (text) => text.split("\n").flatMap((line) => line.match(WORDS) ?? []).filter((word) => /[\p{Alphabetic}\p{N}]/u.test(word));
  const windows = (all, n, glue) => {
    if (all.length < n) return all.length ? [all.join(glue)] : [];
    return Array.from({ length: all.length - n + 1 }, (_, i) => all.slice(i, i + n).join(glue));
  };
  // The tokens of a text; null where the words are cut by a dictionary that only the program has.
  function tokens(text, by) {
    if (by.tokens === "chars") return windows([...foldOf((text.match(/[\p{Alphabetic}\p{N}]/gu) ?? []).join(""), by)], by.n, "");
    if (by.tokens === "word-ngrams" && HAN.test(text)) return null;
    const words = by.tokens === "space" ? text.split(/\p{White_Space}+/u).filter((word) => word) : wordsOf(text);
    const all = words.map((word) => foldOf(word, by));
    return by.tokens === "word-ngrams" ? windows(all, by.n, " ") : all;
  }

  // The features of a text in the order of their first places; null as above.
  function features(text, by) {
    const counts = new Map();
    const all = tokens(text, by);
    all?.forEach((token) => counts.set(token, (counts.get(token) ?? 0) + 1));
    return all && [...counts].map(([name, tf]) => ({ name, tf, weight: tf * SCALE, hash: digest(name, by) }));
  }

  // Rows of name, weight and perhaps hash as features: those of one name are one, with the weight of all.
  function given(rows, by) {
    const found = new Map();
    for (const { name, tf = 1, weight, hash } of rows) {
      const known = found.get(name);
      if (known) Object.assign(known, { tf: known.tf + tf, weight: known.weight + weight, hash: known.hash ?? hash });
      else found.set(name, { name, tf, weight, hash });
    }
    return [...found.values()].map((feature) => ({ ...feature, hash: feature.hash ?? digest(feature.name, by) }));
  }

  function sums(all, { bits }) {
    const columns = new Array(bits).fill(0);
    for (const { hash, weight } of all) for (let i = 0; i < bits; i++) columns[i] += hash[i] === "1" ? weight : -weight;
    return columns;
  }
  const signs = (columns, { tie }) => columns.map((sum) => (sum > 0 || (sum === 0 && tie === "ge") ? "1" : "0")).join("");
  const differing = (a, b) => [...a].flatMap((bit, i) => (bit === b[i] ? [] : [i]));

  return { SCALE, HASHES, toFixed, digest, recipe, features, given, sums, signs, differing };
})();
