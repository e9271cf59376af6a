// Put behind the page's own script by tests/browser.rs: tries the edits and says what came of them.
(() => {
  const { cases, labs } = JSON.parse(document.getElementById("cases").textContent);
  const told = (by, all) => {
    const sums = simhash.sums(all, by);
    return [all.length ? simhash.signs(sums, by) : "", sums.join()];
  };
  const edited = cases.map(({ recipe, text, rows }) => {
    const by = simhash.recipe(recipe);
    const given = ([name, weight, hash]) => ({ name, weight: simhash.toFixed(weight), hash: hash ?? undefined });
    return told(by, rows ? simhash.given(rows.map(given), by) : simhash.features(text, by));
  });

  const tried = labs.map(({ page, text, without }) => {
    const section = document.getElementById(page);
    const element = section.querySelector(".lab");
    if (element.hidden) lab.open(element, section.querySelector(".task"), () => {});
    element.querySelector(".reset").click();
    if (text !== null) {
      const area = element.querySelector("textarea");
      area.value = text;
      area.dispatchEvent(new Event("input"));
    }
    if (without !== null) element.querySelectorAll("tbody button")[without].click();
    const met = [...section.querySelectorAll(".task li")].map((line) => line.classList.contains("met"));
    return [element.dataset.bits, element.dataset.sums, met, !section.querySelector(".reached").hidden];
  });

  const answer = (question, said) => {
    question.querySelector("form input").value = said;
    question.querySelector("form button").click();
    return ["right", "wrong"].find((verdict) => !question.querySelector("." + verdict).hidden) ?? "refused";
  };
  const questions = [...document.querySelectorAll(".question[data-answer]")];
  const right = (question) => question.dataset.answer.replace("-", "\u2212");
  const answers = questions.map((question) => [answer(question, "x"), answer(question, right(question))]);

  // Each page of a lesson in the other language, and back.
  const turned = [...document.querySelectorAll("article:not(.zh) > section")].map((section) => {
    history.replaceState(null, "", "#" + section.id);
    dispatchEvent(new HashChangeEvent("hashchange"));
    document.getElementById("language-zh").click();
    const there = document.querySelector("section.here")?.id;
    document.getElementById("language-en").click();
    return [section.id, there, document.querySelector("section.here")?.id];
  });

  // A step that adds a row, taken by its button.
  const adds = ({ stage }) => stage === "sums";
  const walk = [...document.querySelectorAll("figure.walk:not(.still)")].find((of) => walker.stops(of).some(adds));
  const at = walker.stops(walk).findIndex(adds);
  walker.draw(walk, at - 1);
  walker.draw(walk, at);
  const falling = walk.querySelectorAll(".falling").length;

  const kept = Object.keys(localStorage).length;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify({ edited, tried, answers, turned, falling, kept, loaded });
  document.body.replaceChildren(result);
})();
