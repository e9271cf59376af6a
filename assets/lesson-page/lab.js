// The lab: a document to be changed, its fingerprint before and now, and the goals of the task ticked. Texts of words
// and n-grams are edited as such; of others the features that the program found are a list.
const lab = (() => {
  const { SCALE, HASHES, toFixed, digest, given, sums, signs, differing } = simhash;
  const { BARS, extent, signed } = walker;
  const COLUMNS = 16;
  const LABEL = 52;
  const svg = (name, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const html = (name, properties, ...inner) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...inner);
    return element;
  };
  const plain = (weight) => (weight % SCALE ? (Math.abs(weight) / SCALE).toFixed(1) : String(Math.abs(weight) / SCALE)).replace("-", "");
  const minus = (weight) => (weight < 0 ? "\u2212" : "") + plain(weight);
  // A number as people type it, with a sign of any kind.
  const number = (text) => {
    const digits = text.normalize("NFKC").trim().replace(/^[\u2212\u2013]/, "-");
    return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : NaN;
  };

  // Puts values into the places in braces of a text in both languages.
  function fill(element, values) {
    for (const text of element.querySelectorAll(".en, .zh")) {
      text.dataset.said ??= text.textContent;
      text.textContent = text.dataset.said.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
    }
  }

  // A hash as it is typed: bits where there are as many digits, else hexadecimal; null where it is neither.
  function hashOf(typed, bits) {
    const digits = typed.trim();
    if (/^[01]+$/.test(digits) && digits.length === bits) return digits;
    if (!/^[0-9a-f]+$/i.test(digits)) return null;
    const found = BigInt("0x" + digits).toString(2).padStart(bits, "0");
    return found.length === bits ? found : null;
  }
  const hashText = (hash) => (hash.length <= COLUMNS ? hash : BigInt("0b" + hash).toString(16).padStart(Math.ceil(hash.length / 4), "0"));

  // What a text or list comes to without the excluded features.
  function fingerprint(all, excluded, by) {
    const left = all.filter((feature) => !excluded.has(feature.name));
    const columns = sums(left, by);
    return { sums: columns, bits: left.length ? signs(columns, by) : null };
  }

  // Words put in, taken out or replaced, and features excluded: as src/lesson/task.rs counts.
  function countEdits(before, all, excluded) {
    const known = new Map(before.map((feature) => [feature.name, feature]));
    let [left, added, changed] = [before.reduce((sum, { tf }) => sum + tf, 0), 0, 0];
    for (const { name, tf, weight, hash } of all) {
      const of = known.get(name);
      const kept = Math.min(of?.tf ?? 0, tf);
      left -= kept;
      added += tf - kept;
      if (of?.tf === tf && (of.weight !== weight || of.hash !== hash)) changed++;
    }
    return Math.max(left, added) + changed + all.filter(({ name }) => excluded.has(name)).length;
  }

  const RELATIONS = {
    less: (a, b) => a < b, "at-most": (a, b) => a <= b, equal: (a, b) => a === b,
    unlike: (a, b) => a !== b, "at-least": (a, b) => a >= b, more: (a, b) => a > b,
  };
  // The number of a goal now, if it has one, and whether it is reached.
  function goalNow(goal, { before, now, all, excluded, edits }) {
    if (!before.bits || !now.bits || !((goal.columns?.[1] ?? goal.column ?? 0) < now.bits.length)) return [null, false];
    const [first, last] = goal.columns ?? [0, Infinity];
    const apart = differing(before.bits, now.bits).filter((i) => i >= first && i <= last).length;
    if (goal.of === "distance") return [apart, RELATIONS[goal.relation](apart, goal.than)];
    if (goal.of === "bit") return [Number(now.bits[goal.column]), (now.bits[goal.column] === "1") === goal.is];
    if (goal.of === "sum") return [now.sums[goal.column] / SCALE, RELATIONS[goal.relation](now.sums[goal.column], goal.than)];
    const alone = edits === 1 && all.filter(({ name }) => excluded.has(name)).length === 1;
    return [null, alone && before.bits[goal.column] !== now.bits[goal.column]];
  }

  // The columns that flip without a feature, or with an excluded one.
  function decided({ hash, weight, name }, now, excluded, by) {
    const without = now.sums.map((sum, i) => sum - (hash[i] === "1" ? weight : -weight) * (excluded.has(name) ? -1 : 1));
    return now.bits ? differing(now.bits, signs(without, by)) : [];
  }

  // The picture of groups of columns: outline and A before, bar and B now.
  function draw(groups, before, now) {
    const bits = now.sums.length;
    const most = Math.max(1, ...before.sums.map(Math.abs), ...now.sums.map(Math.abs));
    if (groups.querySelectorAll(".bar").length !== bits) frame(groups, bits);
    const whole = now.sums.every((sum) => sum % SCALE === 0);
    for (const element of groups.querySelectorAll("[data-column]")) {
      const column = Number(element.dataset.column);
      const kind = element.classList[0];
      const flips = before.bits && now.bits && before.bits[column] !== now.bits[column];
      const sum = now.sums[column];
      if (kind === "bar" || kind === "ghost") {
        const [top, height] = extent(kind === "bar" ? sum : before.sums[column], most);
        element.setAttribute("y", top);
        element.setAttribute("height", height);
        if (kind === "bar") element.setAttribute("class", flips ? "bar turned" : sum > 0 ? "bar plus" : "bar minus");
      }
      if (kind === "sum") element.textContent = signed(sum, whole ? plain(sum) : (Math.abs(sum) / SCALE).toFixed(1));
      if (kind === "was") element.textContent = before.bits?.[column] ?? "";
      if (kind === "bit") {
        element.textContent = now.bits?.[column] ?? "";
        element.setAttribute("class", flips ? "bit differs" : "bit");
      }
      if (kind === "flip") element.setAttribute("visibility", flips ? "visible" : "hidden");
    }
  }

  function frame(groups, bits) {
    groups.replaceChildren();
    const across = Math.min(Math.floor(272 / Math.min(bits, COLUMNS)), 46);
    const wide = across >= 34;
    const top = 22;
    const under = top + 2 * BARS + 6;
    const rows = under + (wide ? 18 : 36);
    for (let from = 0; from < bits; from += COLUMNS) {
      const count = Math.min(COLUMNS, bits - from);
      const [width, height] = [LABEL + count * across + 2, rows + 44];
      const group = svg("svg", { viewBox: `0 0 ${width} ${height}`, width: wide ? width * 1.5 : width, "aria-hidden": "true" });
      for (const [y, en, zh] of [[under + 11, "V", "V"], [rows + 14, "before", "原来"], [rows + 34, "now", "现在"]]) {
        const name = svg("text", { class: "name", x: LABEL - 8, y });
        name.append(svg("tspan", { class: "en" }, en), svg("tspan", { class: "zh" }, zh));
        group.append(name);
      }
      group.append(svg("line", { class: "zero", x1: LABEL, x2: width, y1: top + BARS, y2: top + BARS }));
      for (let column = from; column < from + count; column++) {
        const [x, data] = [LABEL + (column - from) * across, { "data-column": column }];
        const middle = x + across / 2;
        if (wide || column % 4 === 0) group.append(svg("text", { class: "index", x: middle, y: 14 }, column));
        const bars = svg("svg", { x: x + 1, y: top, width: across - 2, height: 2 * BARS });
        const rect = (name, x, width) => svg("rect", { class: name, ...data, x, width });
        bars.append(rect("bar", 0, across - 2), rect("ghost", 0.5, across - 3));
        const turn = `translate(${middle + 4} ${under + 32}) rotate(-90)`;
        const sum = wide ? { class: "sum", x: middle, y: under + 11 } : { class: "sum turned", transform: turn };
        group.append(
          bars,
          svg("text", { ...sum, ...data }),
          svg("rect", { class: "flip", ...data, x: middle - 8, y: rows + 20, width: 16, height: 18, rx: 2 }),
          svg("text", { class: "was", ...data, x: middle, y: rows + 14 }),
          svg("text", { class: "bit", ...data, x: middle, y: rows + 34 }),
        );
      }
      groups.append(group);
    }
  }

  // Sets a lab up; calls reached once its goals are.
  function open(element, task, reached) {
    const start = JSON.parse(element.dataset.lab);
    const parts = start.recipe.split(";");
    const text = simhash.recipe(start.recipe);
    const isText = Boolean(text) && text.tokens !== "given";
    const wanted = text ?? { hash: parts[3], bits: Number(parts[4]), tie: parts[5], weight: parts[2] };
    const counted = wanted.weight === "tf";
    const find = (selector) => element.querySelector(selector);
    const originals = start.features.map(([name, tf, weight, hash]) => ({ name, tf, weight: toFixed(weight), hash }));
    const isFixed = originals.some(({ hash }) => hash) || !HASHES[wanted.hash];
    // A row of a given list may have any hash; that of a word is computed.
    const canName = HASHES[wanted.hash] && (parts[0] === "given" || !isFixed);
    let state;

    const own = wanted.tokens + (/chars|ngrams/.test(wanted.tokens) ? ":" + wanted.n : "");
    const settings = {
      tokens: [own, "words", "chars:2", "chars:3", "chars:4", "word-ngrams:2", "space"],
      hash: Object.keys(HASHES),
      tie: ["gt", "ge"],
    };
    const names = { gt: "V > 0", ge: "V \u2265 0" };
    for (const [key, all] of Object.entries(settings)) {
      const select = find(`.${key} select`);
      select.append(...[...new Set(all)].map((value) => html("option", { value, textContent: names[value] ?? value })));
      select.onchange = () => change({ [key]: select.value });
    }
    const change = (what) => {
      if (what.tokens) {
        const [tokens, n] = what.tokens.split(":");
        Object.assign(what, { tokens, n: Number(n ?? 1) });
      }
      Object.assign(state.by, what);
      state.by.bits = Math.min(Math.max(state.by.bits, 3), HASHES[state.by.hash]?.[1] ?? state.by.bits);
      find(".bits input").value = state.by.bits;
      compute(true);
    };
    find(".bits input").onchange = (event) => change({ bits: Math.round(Number(event.target.value)) || wanted.bits });
    find("textarea").oninput = (event) => ((state.text = event.target.value), compute(true));
    find(".reset").onclick = reset;
    find("button.more").onclick = () => {
      state.rows.push({ name: "", tf: 1, weight: SCALE, added: true });
      compute(true);
      find("tbody tr:last-child input").focus();
    };
    for (const part of element.querySelectorAll(isText ? ".in-list" : ".in-text")) part.hidden = true;
    find(".tokens").hidden = !isText;
    for (const key of ["hash", "bits"]) find(`label.${key}`).hidden = isFixed;
    find("button.more").hidden ||= !canName;
    element.classList.toggle("given", parts[0] === "given");

    function reset() {
      state = { by: { ...wanted }, text: start.text, rows: originals.map((row) => ({ ...row })), excluded: new Set() };
      find("textarea").value = start.text;
      find(".bits input").value = wanted.bits;
      for (const [key, [first]] of Object.entries(settings)) find(`.${key} select`).value = key === "tokens" ? first : wanted[key];
      compute(true);
    }

    const featuresOf = (rows) => (isText ? simhash.features(rows, state.by) : given(rows.filter(({ name }) => name), state.by));
    function compute(list) {
      const [original, all] = [featuresOf(isText ? start.text : originals), featuresOf(isText ? state.text : state.rows)];
      const cannot = !original || !all || state.rows.some((row) => row.wrong);
      find(".cannot").hidden = original && all;
      const before = original && fingerprint(original, new Set(), state.by);
      const now = cannot ? { sums: before?.sums ?? [], bits: null } : fingerprint(all, state.excluded, state.by);
      const edits = cannot ? 0 : countEdits(original, all, state.excluded);
      if (before) draw(find(".groups"), before, now);
      const apart = before?.bits && now.bits ? `${differing(before.bits, now.bits).length} / ${now.bits.length}` : "\u2013";
      find(".hd").textContent = "HD " + apart;
      element.dataset.bits = now.bits ?? "";
      element.dataset.sums = now.sums.join();
      if (list) isText ? listWords(all ?? []) : listRows();
      for (const row of find("tbody").children) {
        const of = all?.find(({ name }) => name === row.dataset.name);
        const columns = of && !cannot ? decided(of, now, state.excluded, state.by) : [];
        const more = columns.length > 6 ? ` \u2026 (${columns.length})` : "";
        row.querySelector(".decides").textContent = columns.slice(0, more ? 5 : 6).join(" ") + more;
      }
      judge(cannot ? null : { before, now, all, excluded: state.excluded, edits });
    }

    function judge(found) {
      const same = Object.keys(wanted).every((key) => wanted[key] === state.by[key]);
      const lines = [...task.querySelectorAll("li")];
      const within = found && (start.edits === null || found.edits <= start.edits);
      const allowed = within && (start.edits === 0 || same);
      const goals = start.goals.map((goal) => (found ? goalNow(goal, found) : [null, false]));
      if (start.edits !== null) goals.push([start.edits === 0 ? null : found?.edits ?? null, allowed]);
      goals.forEach(([value, met], i) => {
        lines[i].classList.toggle("met", Boolean(met));
        const now = lines[i].querySelector(".now");
        now.hidden = value === null;
        fill(now, { value: String(Math.round(value * 10) / 10).replace("-", "\u2212") });
      });
      const done = Boolean(allowed) && goals.every(([, met]) => met);
      task.querySelector(".reached").hidden = !done;
      if (!done) return;
      task.classList.add("solved");
      reached();
    }

    const button = (name, row) => {
      const textContent = state.excluded.has(name) ? "\u21ba" : "\u2715";
      const cross = html("button", { type: "button", textContent, ariaLabel: `${textContent} ${name}` });
      cross.onclick = () => {
        const place = [...find("tbody").children].indexOf(cross.closest("tr"));
        if (row?.added) state.rows = state.rows.filter((other) => other !== row);
        else if (!state.excluded.delete(name)) state.excluded.add(name);
        compute(true);
        find("tbody").children[place]?.querySelector("button").focus();
      };
      return cross;
    };
    const line = (name, row, ...cells) => {
      const last = [html("td", { className: "decides" }), html("td", {}, button(name, row))];
      const tr = html("tr", { className: state.excluded.has(name) ? "out" : "" }, ...cells, ...last);
      tr.dataset.name = name;
      return tr;
    };
    const cell = (className, textContent) => html("td", { className, textContent });
    const wordLine = (of) => line(of.name, null, cell("feature", of.name), cell("weight", of.tf), cell("hash", hashText(of.hash)));
    const listWords = (all) => find("tbody").replaceChildren(...all.map(wordLine));

    const hashShown = (row) => (row.hash || row.name ? hashText(row.hash ?? digest(row.name, state.by)) : "");
    function listRows() {
      const field = (row, key, value, set) => {
        const input = html("input", { value, spellcheck: false, autocomplete: "off" });
        input.setAttribute("aria-label", key);
        input.oninput = () => {
          row.wrong = !set(input.value);
          input.classList.toggle("wrong", row.wrong);
          input.closest("tr").dataset.name = row.name;
          compute(false);
        };
        return html("td", { className: key }, input);
      };
      const rows = state.rows.map((row) => {
        const name = (value) => {
          if (!canName || !value || /\t/.test(value)) return false;
          row.name = value;
          hash.querySelector("input").value = hashShown(row);
          return true;
        };
        const weight = (value) => {
          const found = number(value);
          if (!(Math.abs(found) <= 1e9) || (counted && !(found > 0 && Number.isInteger(found)))) return false;
          row.weight = toFixed(found);
          if (counted) row.tf = found;
          return true;
        };
        const hash = field(row, "hash", hashShown(row), (value) => {
          row.hash = hashOf(value, state.by.bits) ?? undefined;
          return Boolean(row.hash);
        });
        const feature = field(row, "feature", row.name, name);
        feature.querySelector("input").readOnly = !canName;
        return line(row.name, row, feature, field(row, "weight", minus(row.weight), weight), hash);
      });
      find("tbody").replaceChildren(...rows);
    }
    reset();
    element.hidden = false;
  }

  return { open, number, fill };
})();
