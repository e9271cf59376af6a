// Turns pages, judges predictions, and keeps the score in the browser if it lets a page keep anything.
(() => {
  const KEY = "simscope-lessons";
  const byId = (id) => document.getElementById(id);
  const contents = byId("contents");
  const all = [...document.querySelectorAll("section")];
  // A lesson that differs by language has an article for each.
  const lessonOf = ({ parentElement: { id, classList } }) => (classList.contains("zh") ? id.replace(/-zh$/, "") : id);
  const fits = (section) => !section.parentElement.classList.contains(byId("language-en").checked ? "zh" : "en");
  let sections = all.filter(fits);
  // The page that is seen; -1 is the contents.
  let here = 0;

  // By article: its answers by the number of the page, each right or wrong, and its tasks that are done. The articles of a
  // lesson in two languages have other numbers.
  let book = {};
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (kept && typeof kept === "object") book = kept;
  } catch { /* private mode, or a policy: the score is that of this visit */ }
  function note(section, said) {
    (book[section.parentElement.id] ??= {})[section.dataset.page] = said;
    try {
      localStorage.setItem(KEY, JSON.stringify(book));
    } catch { /* as above */ }
    tell();
  }
  function tell() {
    for (const score of document.querySelectorAll(".score")) {
      const answers = Object.values(book[score.dataset.lesson] ?? {}).filter((said) => typeof said === "object");
      score.hidden = !answers.length;
      lab.fill(score, { answered: answers.length, right: answers.filter((said) => said.right).length });
    }
  }

  function judge(question, said) {
    const is = Number(question.dataset.answer);
    const right = Math.abs(said - is) < 0.051;
    const print = (value) => String(Math.round(value * 10) / 10).replace("-", "\u2212");
    const shown = question.querySelector(right ? ".right" : ".wrong");
    question.querySelectorAll(".verdict > span").forEach((span) => (span.hidden = span !== shown));
    lab.fill(shown, { said: print(said), is: print(is) });
    const answer = question.querySelector(".answer");
    answer.hidden = false;
    answer.open = true;
    question.classList.add("judged");
    question.closest("section").querySelector(".lab")?.classList.remove("asked");
    return right;
  }

  for (const section of all) section.dataset.page = section.id.slice(section.id.lastIndexOf("-") + 1);
  for (const question of document.querySelectorAll(".question[data-answer]")) {
    const [section, form] = [question.closest("section"), question.querySelector("form")];
    const kept = book[section.parentElement.id]?.[section.dataset.page];
    form.hidden = false;
    if (typeof kept?.said === "number") {
      judge(question, kept.said);
      form.querySelector("input").value = String(kept.said).replace("-", "\u2212");
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const said = lab.number(form.querySelector("input").value);
      if (Number.isNaN(said)) return form.querySelector("input").select();
      note(section, { said, right: judge(question, said) });
    });
  }
  function openLab(section) {
    const element = section?.querySelector(".lab[hidden]");
    if (!element) return;
    if (section.querySelector(".question[data-answer]:not(.judged)")) element.classList.add("asked");
    const task = section.querySelector(".task");
    lab.open(element, task, () => {
      const done = task.querySelector(".done");
      if (done) done.open = true;
      if (!book[section.parentElement.id]?.[section.dataset.page]) note(section, true);
    });
  }

  const pagesOf = (section) => sections.filter((other) => other.parentElement === section.parentElement);
  function show(at) {
    here = Math.min(Math.max(at, contents ? -1 : 0), sections.length - 1);
    document.querySelectorAll(".here").forEach((element) => element.matches("rect") || element.classList.remove("here"));
    const section = sections[here];
    const own = section ? pagesOf(section) : [];
    const page = own.indexOf(section);
    if (section) {
      section.classList.add("here");
      section.parentElement.classList.add("here");
      byId("pages").max = own.length;
      byId("pages").value = page + 1;
    } else contents.classList.add("here");
    byId("pages").hidden = !section;
    byId("place").textContent = section ? `${page + 1} / ${own.length}` : "";
    byId("back").disabled = here === (contents ? -1 : 0);
    byId("next").disabled = here === sections.length - 1;
    openLab(section);
  }

  const figure = () => sections[here]?.querySelector("figure.walk:not(.still)");
  const remember = () => {
    const [section, walk] = [sections[here], figure()];
    const step = walk ? "." + walker.stops(walk)[walk.dataset.at].at : "";
    history.replaceState(null, "", "#" + (section ? section.id + step : "contents"));
  };
  function turn(by) {
    show(here + by);
    remember();
    scrollTo(0, 0);
  }
  function step(by) {
    if (!figure()) return;
    walker.draw(figure(), Number(figure().dataset.at) + by);
    remember();
  }

  // An address names a page, and after a full stop a step.
  function follow() {
    const [id, at] = decodeURIComponent(location.hash.slice(1)).split(".");
    const named = all.find((section) => section.id === id);
    show(named ? sections.indexOf(fits(named) ? named : twin(named)) : contents ? -1 : 0);
    if (at === undefined || !figure()) return;
    walker.draw(figure(), Math.max(walker.stops(figure()).findLastIndex((stop) => stop.at <= Number(at)), 0));
  }
  // The same page of the article in the other language.
  const twin = (section) => sections.find((other) => lessonOf(other) === lessonOf(section) && other.dataset.page === section.dataset.page);

  document.body.classList.add("live");
  byId("bar").hidden = false;
  byId("back").onclick = () => turn(-1);
  byId("next").onclick = () => turn(1);
  byId("pages").oninput = (event) => turn(sections.indexOf(pagesOf(sections[here])[0]) + Number(event.target.value) - 1 - here);
  for (const walk of document.querySelectorAll("figure.walk")) {
    walk.querySelector(".steps").hidden = walker.stops(walk).length < 2;
    walk.querySelector(".less").onclick = () => step(-1);
    walk.querySelector(".more").onclick = () => step(1);
    walk.querySelector(".step").oninput = (event) => step(Number(event.target.value) - Number(walk.dataset.at));
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.matches?.("textarea, select, input:not([type=range], [type=radio])")) return;
    const within = event.target.matches?.("input");
    const turns = { ArrowRight: 1, ArrowLeft: -1, n: 1, N: -1 };
    const steps = { ".": 1, ",": -1 };
    if (event.key in steps) step(steps[event.key]);
    else if (event.key in turns && !(within && event.key.startsWith("Arrow"))) turn(turns[event.key]);
    else return;
    event.preventDefault();
  });
  document.querySelectorAll(".language").forEach((language) =>
    language.addEventListener("change", () => {
      const section = sections[here];
      sections = all.filter(fits);
      document.documentElement.lang = byId("language-en").checked ? "en" : "zh-Hans";
      show(section ? sections.indexOf(fits(section) ? section : twin(section)) : here);
      remember();
    }),
  );
  addEventListener("hashchange", follow);
  // The texts are printed, hints and answers are not: they are on the last page of a lesson.
  addEventListener("beforeprint", () => document.querySelectorAll("details.document").forEach((details) => (details.open = true)));
  tell();
  follow();
})();
