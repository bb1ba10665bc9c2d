/** What a report page does when scripts run: stepping through the game, and checking it again. */
import { verify } from "./audit.js";

/** Milliseconds of work after which the page may be drawn again. */
const SLICE = 40;

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

/** The sentences that the page carries in its reader's language, their fields still open. */
const words = JSON.parse(one("#words").textContent);

/** An element that holds nodes and texts. */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/** The nodes and texts of the sentence for a key; every field is a node, a text or a number. */
function say(key, fields = {}) {
  const parts = words.says[key].split(/\{(\w+)\}/);
  return parts.map((part, place) => (place % 2 === 0 ? part : (fields[part] ?? "")));
}

/** A paragraph that says the sentence for a key. */
function line(key, fields) {
  return element("p", ...say(key, fields));
}

/** A name, or several, that keep their direction of writing to themselves. */
function named(...names) {
  const shown = names.map((name) => element("bdi", name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?")));
  return element("span", ...shown.flatMap((name, place) => (place === 0 ? [name] : [", ", name])));
}

/** The bytes of the record that the page carries. */
function embeddedRecord() {
  const text = atob(one("#record").textContent.replace(/\s/g, ""));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Lets the page be drawn from time to time while the check goes on. */
function pacemaker(show) {
  let last = performance.now();
  return async (progress) => {
    if (performance.now() - last < SLICE) return;
    show(progress);
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}

/** What a clause means when it is broken: its own words, or those of its section. */
function meaning(clause) {
  return words.clauses[clause] ?? words.clauses[clause.split(".")[0]] ?? "";
}

/** What is meant for developers, and English in every language. */
function technical(detail) {
  const made = element("span", detail);
  made.lang = "en";
  return made;
}

function findingLine({ seat, name, clause, entry, detail }) {
  const key = entry === null ? "collapsed" : seat === null ? "damaged" : "at-fault";
  const fields = { entry, clause, sentence: meaning(clause), detail: technical(detail) };
  return line(`audit.${key}`, { ...fields, name: named(name ?? "") });
}

function uncheckedLine({ seat, clause, detail }, { players, departures }) {
  const left = departures.some((one) => one.seat === seat && one.reason !== "time");
  const fields = { clause, name: named(players[seat].name), detail: words.whys[detail] };
  return line(left ? "audit.unchecked-left" : "audit.unchecked", fields);
}

function departureLines({ name, reason, step, voided }, { players }) {
  const names = named(...voided.map((seat) => players[seat].name));
  const again = voided.length === 0 ? [] : [line("audit.voided", { names })];
  return [line(`audit.left.${reason}`, { step, name: named(name) }), ...again];
}

/** The key of the sentence for a verdict. */
function verdictKey({ verdict, unchecked, ending }) {
  if (verdict === "fair" && unchecked.length > 0) return "audit.fair-left";
  if (verdict === "unfinished" && ending !== null) return "audit.unfinished-keys";
  return `audit.${verdict}`;
}

function verdictLine(found) {
  const { verdict, faults, players } = found;
  const seats = [...new Set(faults.map(({ seat }) => seat))].filter((seat) => seat !== null).sort();
  const name = named(...seats.map((seat) => players[seat].name));
  const made = line(verdictKey(found), { name });
  made.className = `verdict ${verdict}`;
  return made;
}

function took(seconds) {
  const places = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return say("audit.took", { seconds: seconds.toLocaleString(document.documentElement.lang, places) });
}

/** Whether two reports say the same, in words meant for developers aside. */
function agrees(found, told) {
  const essence = (report) =>
    JSON.stringify([
      report.verdict,
      report.game,
      report.faults.map(({ seat, clause, entry }) => [seat, clause, entry]),
      report.players.map(({ seat, name, score }) => [seat, name, score]),
      report.winners,
      report.ending,
      report.turns,
      ["signatures", "shuffles", "shares", "moves", "claims"].map((kind) => report.checks[kind]),
      report.departures.map(({ seat, reason, step, voided }) => [seat, reason, step, voided]),
    ]);
  return essence(found) === essence(told);
}

function showFound(found, seconds) {
  const told = JSON.parse(one("#report").textContent);
  const output = one("#found");
  output.replaceChildren(
    verdictLine(found),
    ...found.faults.map(findingLine),
    ...found.departures.flatMap((one) => departureLines(one, found)),
    element("p", ...say("audit.checked", found.checks), " ", ...took(seconds)),
    ...found.unchecked.map((one) => uncheckedLine(one, found)),
    line(agrees(found, told) ? "page.agrees" : "page.differs"),
  );
  output.dataset.verdict = found.verdict;
  output.dataset.agrees = String(agrees(found, told));
}

async function check() {
  const [button, bar] = [one("#check"), one("#progress")];
  button.disabled = true;
  bar.hidden = false;
  one("#found").replaceChildren(line("page.checking"));
  const started = performance.now();
  const pace = pacemaker(({ done }) => {
    bar.value = done;
    bar.textContent = `${Math.round(100 * done)} %`;
  });
  try {
    const found = await verify(embeddedRecord(), pace);
    showFound(found, (performance.now() - started) / 1000);
  } catch (error) {
    one("#found").replaceChildren(line("page.stopped", { reason: technical(error.message) }));
    one("#found").dataset.verdict = "none";
  } finally {
    bar.hidden = true;
    button.disabled = false;
  }
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([embeddedRecord()]));
  link.download = one("#record").dataset.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Says that a button does nothing now; it keeps the focus, unlike one that is disabled. */
function off(button, isOff) {
  button.setAttribute("aria-disabled", String(isOff));
}

/** Shows one turn at a time, by buttons, slider, arrow keys and links. */
function stepper() {
  const turns = all(".turn");
  if (turns.length === 0) return;
  const slider = one("#step");
  document.documentElement.classList.add("stepping");
  const show = (number) => {
    const place = Math.min(Math.max(number, 1), turns.length);
    turns.forEach((turn, other) => turn.classList.toggle("shown", other + 1 === place));
    slider.value = place;
    slider.setAttribute("aria-valuetext", turns[place - 1].querySelector("h3").textContent);
    one("#now").textContent = slider.getAttribute("aria-valuetext");
    for (const button of ["#first", "#back"]) off(one(button), place === 1);
    for (const button of ["#forth", "#last"]) off(one(button), place === turns.length);
  };
  const shown = () => Number(slider.value);
  slider.addEventListener("input", () => show(shown()));
  one("#first").addEventListener("click", () => show(1));
  one("#back").addEventListener("click", () => show(shown() - 1));
  one("#forth").addEventListener("click", () => show(shown() + 1));
  one("#last").addEventListener("click", () => show(turns.length));
  one("#stepper").addEventListener("keydown", ({ key, target }) => {
    if (target === slider) return;
    if (key === "ArrowLeft") show(shown() - 1);
    if (key === "ArrowRight") show(shown() + 1);
  });
  const follow = () => {
    const [, number] = /^#turn-(\d+)$/.exec(location.hash) ?? [];
    if (!number) return;
    show(Number(number));
    one("#stepper").scrollIntoView();
    slider.focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  document.addEventListener("click", ({ target }) => {
    // No change of the hash tells of a link that is followed for the second time running.
    if (target.closest("a")?.hash === location.hash) follow();
  });
  show(turns.length);
  follow();
}

stepper();
one("#check").addEventListener("click", check);
one("#save").addEventListener("click", save);
