"use strict";
// Turns pages and takes the steps of walks. The numbers, sentences and bits of every step are in the page; this only puts
// them where the picture of the step has them.
(() => {
  const walks = JSON.parse(document.getElementById("walks").textContent);
  const byId = (id) => document.getElementById(id);
  const all = [...document.querySelectorAll("section")];
  // A lesson that differs by language has an article for each, of as many pages.
  const fits = (section) => !section.parentElement.classList.contains(byId("language-en").checked ? "zh" : "en");
  let sections = all.filter(fits);
  const BARS = 58;
  let here = 0;

  const featureOf = (stop, row) => (row < 0 ? stop.row : row);
  const sumAt = (walk, summed, column) => (walk.sums[summed] || [])[column] || 0;
  const before = (walk, stop, column) => sumAt(walk, stop.stage === "sums" ? Math.max(0, stop.summed - 1) : stop.summed, column);
  const extent = (walk, sum) => {
    const height = Math.round((Math.abs(sum) * BARS * 10) / walk.most) / 10;
    return [sum > 0 ? Math.round((BARS - height) * 10) / 10 : BARS, height];
  };

  function cell(walk, stop, row, column, numbers) {
    const at = featureOf(stop, row);
    if (at < 0) return ["", ""];
    const one = walk.hashes[at][column] === "1";
    if (stop.rows > at && !/[1-9]/.test(walk.weights[at])) return ["digit", numbers ? walk.weights[at] : ""];
    if (stop.rows > at) return [one ? "plus" : "minus", (one ? "+" : "\u2212") + (numbers ? walk.weights[at] : "")];
    return stop.hashed > at ? ["digit", walk.hashes[at][column]] : ["", ""];
  }

  function sum(walk, stop, column) {
    if (!stop.summed && !stop.read) return "";
    const value = sumAt(walk, stop.summed, column);
    const size = Math.abs(value);
    const part = walk.unit === 1 ? "" : "." + (size % walk.unit);
    return (value < 0 ? "\u2212" : value > 0 ? "+" : "") + Math.floor(size / walk.unit) + part;
  }

  function barClass(walk, stop, column) {
    const now = sumAt(walk, stop.summed, column);
    const turned = stop.stage === "sums" && stop.summed > 1 && now > 0 !== before(walk, stop, column) > 0;
    return turned ? "turned" : now > 0 ? "plus" : "minus";
  }

  function draw(figure, at) {
    const walk = walks[figure.dataset.walk];
    at = Math.min(Math.max(at, 0), walk.stops.length - 1);
    const stop = walk.stops[at];
    figure.dataset.at = at;
    for (const element of figure.querySelectorAll("svg [data-row], svg [data-column]")) {
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
        const [top, height] = kind === "ghost" && stop.stage !== "sums" ? [BARS, 0] : extent(walk, value);
        element.setAttribute("y", top);
        element.setAttribute("height", height);
        if (kind === "bar") element.setAttribute("class", "bar " + barClass(walk, stop, column));
      }
      if (kind === "sum") element.textContent = sum(walk, stop, column);
      if (kind === "bit") element.textContent = column < stop.read ? walk.fingerprint[column] || "" : "";
    }
    ["en", "zh"].forEach((language, i) => {
      figure.querySelector(".sentence ." + language).textContent = walk.said[i][at];
    });
    figure.querySelector(".at").textContent = stop.at;
    figure.querySelector(".step").value = at;
  }

  function show(at) {
    here = Math.min(Math.max(at, 0), sections.length - 1);
    const article = sections[here].parentElement;
    document.querySelectorAll(".here").forEach((element) => element.matches("rect") || element.classList.remove("here"));
    sections[here].classList.add("here");
    article.classList.add("here");
    const own = sections.filter((section) => section.parentElement === article);
    const page = own.indexOf(sections[here]);
    if (here === 0 || page === 0) document.querySelector("nav")?.classList.toggle("here", here === 0);
    byId("pages").max = own.length;
    byId("pages").value = page + 1;
    byId("place").textContent = page + 1 + " / " + own.length;
    byId("back").disabled = here === 0;
    byId("next").disabled = here === sections.length - 1;
  }

  const figure = () => sections[here].querySelector("figure.walk");
  const address = () => {
    const walk = figure();
    return "#" + sections[here].id + (walk ? "." + walks[walk.dataset.walk].stops[walk.dataset.at].at : "");
  };
  const remember = () => history.replaceState(null, "", address());

  function turn(by) {
    show(here + by);
    remember();
    scrollTo(0, 0);
  }

  function step(by) {
    const walk = figure();
    if (!walk) return;
    draw(walk, Number(walk.dataset.at) + by);
    remember();
  }

  // An address names a page, and after a full stop a step.
  function follow() {
    const [id, at] = decodeURIComponent(location.hash.slice(1)).split(".");
    const found = sections.findIndex((section) => section.id === id);
    show(Math.max(found, 0));
    const walk = figure();
    if (at === undefined || !walk) return;
    const stops = walks[walk.dataset.walk].stops;
    draw(walk, Math.max(stops.findLastIndex((stop) => stop.at <= Number(at)), 0));
  }

  document.body.classList.add("live");
  byId("bar").hidden = false;
  byId("back").onclick = () => turn(-1);
  byId("next").onclick = () => turn(1);
  byId("pages").oninput = (event) => {
    const first = sections.indexOf(sections[here].parentElement.querySelector("section"));
    turn(first + Number(event.target.value) - 1 - here);
  };
  for (const walk of document.querySelectorAll("figure.walk")) {
    const data = walks[walk.dataset.walk];
    walk.querySelector(".steps").hidden = data.stops.length < 2;
    walk.querySelector(".less").onclick = () => step(-1);
    walk.querySelector(".more").onclick = () => step(1);
    walk.querySelector(".step").oninput = (event) => step(Number(event.target.value) - Number(walk.dataset.at));
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const within = event.target.matches?.("input[type=range], input[type=radio]");
    const turns = { ArrowRight: 1, ArrowLeft: -1, n: 1, N: -1 };
    const steps = { ".": 1, ",": -1 };
    if (event.key in steps) step(steps[event.key]);
    else if (event.key in turns && !(within && event.key.startsWith("Arrow"))) turn(turns[event.key]);
    else return;
    event.preventDefault();
  });
  document.querySelectorAll(".language").forEach((language) =>
    language.addEventListener("change", () => {
      sections = all.filter(fits);
      show(here);
    }),
  );
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  follow();
})();
