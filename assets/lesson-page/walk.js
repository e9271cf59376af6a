// Takes the steps of walks. The numbers, sentences and bits of every step are in the page; this only puts them where the
// picture of the step has them. A walk of two texts is two walks with the same steps.
const walker = (() => {
  const BARS = 58;
  const walks = JSON.parse(document.getElementById("walks").textContent);
  const halves = (figure) => [...figure.querySelectorAll("[data-walk]")];
  const walkOf = (figure) => walks[halves(figure)[0].dataset.walk];

  const featureOf = (stop, row) => (row < 0 ? stop.row : row);
  const sumAt = (walk, summed, column) => (walk.sums[summed] || [])[column] || 0;
  const before = (walk, stop, column) => sumAt(walk, stop.stage === "sums" ? Math.max(0, stop.summed - 1) : stop.summed, column);
  // From the top of the bars: where the bar of a sum begins, and its height.
  const extent = (sum, most) => {
    const height = Math.round((Math.abs(sum) * BARS * 10) / most) / 10;
    return [sum > 0 ? Math.round((BARS - height) * 10) / 10 : BARS, height];
  };

  function cell(walk, stop, row, column, numbers) {
    const at = featureOf(stop, row);
    if (at < 0 || !walk.hashes[at]) return ["", ""];
    const one = walk.hashes[at][column] === "1";
    if (stop.rows > at && !/[1-9]/.test(walk.weights[at])) return ["digit", numbers ? walk.weights[at] : ""];
    if (stop.rows > at) return [one ? "plus" : "minus", (one ? "+" : "\u2212") + (numbers ? walk.weights[at] : "")];
    return stop.hashed > at ? ["digit", walk.hashes[at][column]] : ["", ""];
  }

  const signed = (value, text) => (value < 0 ? "\u2212" : value > 0 ? "+" : "") + text;
  function sum(walk, stop, column) {
    if (!stop.summed && !stop.read) return "";
    const value = sumAt(walk, stop.summed, column);
    const size = Math.abs(value);
    return signed(value, Math.floor(size / walk.unit) + (walk.unit === 1 ? "" : "." + (size % walk.unit)));
  }

  function barClass(walk, stop, column) {
    const now = sumAt(walk, stop.summed, column);
    const turned = stop.stage === "sums" && stop.summed > 1 && now > 0 !== before(walk, stop, column) > 0;
    return turned ? "turned" : now > 0 ? "plus" : "minus";
  }

  // Bits that differ from those of the first half of a pair are called.
  function drawHalf(groups, at, first) {
    const walk = walks[groups.dataset.walk];
    const stop = walk.stops[at];
    for (const element of groups.querySelectorAll("svg [data-row], svg [data-column]")) {
      const column = Number(element.dataset.column);
      const row = Number(element.dataset.row);
      const kind = element.classList[0];
      if (kind === "row") element.setAttribute("class", row >= 0 && row === stop.row ? "row here" : "row");
      if (kind === "name") element.textContent = walk.labels[featureOf(stop, row)]?.[stop.weighed > featureOf(stop, row) ? 1 : 0] ?? "";
      if (kind === "cell") {
        const numbers = !element.ownerSVGElement.querySelector(".sum.turned");
        const [name, text] = cell(walk, stop, row, column, numbers);
        element.setAttribute("class", "cell " + name);
        element.textContent = text;
      }
      if (kind === "bar" || kind === "ghost") {
        const value = kind === "bar" ? sumAt(walk, stop.summed, column) : before(walk, stop, column);
        const [top, height] = kind === "ghost" && stop.stage !== "sums" ? [BARS, 0] : extent(value, walk.most);
        element.setAttribute("y", top);
        element.setAttribute("height", height);
        if (kind === "bar") element.setAttribute("class", "bar " + barClass(walk, stop, column));
      }
      if (kind === "sum") element.textContent = sum(walk, stop, column);
      if (kind === "bit") {
        const digit = column < stop.read ? walk.fingerprint[column] || "" : "";
        element.setAttribute("class", digit && first[column] !== digit ? "bit differs" : "bit");
        element.textContent = digit;
      }
    }
  }

  // The numbers of the row that a step adds fall into the sums.
  function fall(groups, row) {
    for (const svg of groups.querySelectorAll(":scope > svg")) {
      const zero = Number(svg.querySelector(".zero").getAttribute("y1"));
      for (const number of svg.querySelectorAll(".cell")) {
        if (Number(number.dataset.row) !== row && Number(number.dataset.row) >= 0) continue;
        const falling = number.cloneNode(true);
        falling.removeAttribute("data-row");
        falling.removeAttribute("data-column");
        falling.classList.add("falling");
        svg.append(falling);
        falling.addEventListener("transitionend", () => falling.remove(), { once: true });
        setTimeout(() => falling.remove(), 900);
        falling.getBoundingClientRect();
        falling.style.transform = `translateY(${zero - Number(number.getAttribute("y"))}px)`;
        falling.style.opacity = 0;
      }
    }
  }

  function draw(figure, to) {
    const walk = walkOf(figure);
    const at = Math.min(Math.max(to, 0), walk.stops.length - 1);
    const stop = walk.stops[at];
    const next = at === Number(figure.dataset.at) + 1;
    figure.dataset.at = at;
    halves(figure).forEach((groups) => drawHalf(groups, at, walk.fingerprint));
    ["en", "zh"].forEach((language, i) => {
      const sentence = figure.querySelector(".sentence ." + language) ?? figure.querySelector(".sentence");
      sentence.textContent = walk.said[i][at];
    });
    figure.querySelector(".at").textContent = stop.at;
    figure.querySelector(".step").value = at;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (next && stop.stage === "sums" && !still) halves(figure).forEach((groups) => fall(groups, stop.row));
  }

  return { BARS, draw, extent, signed, stops: (figure) => walkOf(figure).stops };
})();
