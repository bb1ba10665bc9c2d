/** What a report page does when scripts run: stepping through the game, and checking it again. */
import { verify } from "./audit.js";

const VERDICTS = {
  fair: "Fair: every entry holds, every key is open, and every claim was true.",
  fault: "Not fair: somebody broke a rule, and the record proves it.",
  unreadable: "Unreadable: the record is damaged, and nobody can be blamed for it.",
  unfinished: "Unfinished: what is there holds, but it is not the whole game.",
};
/** Milliseconds of work after which the page may be drawn again. */
const SLICE = 40;

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
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

function sayFinding({ name, clause, entry, detail }) {
  const where = entry === null ? "The game" : `Entry ${entry}`;
  const who = name === null ? "" : `, by \u2068${name}\u2069,`;
  return `${where}${who} breaks ${clause}: ${detail}.`;
}

function sayUnchecked({ seat, clause, detail }, players) {
  return `Not checked of \u2068${players[seat].name}\u2069: ${clause}, ${detail}.`;
}

const REASONS = {
  resigned: "resigned, and the others went on",
  fault: "broke a rule, and the others went on without this player",
  silent: "was not heard any more, and the others agreed to go on",
  time: "took too long, and the others passed over the turn",
};

function sayDeparture({ name, reason, step, voided }, players) {
  const names = voided.map((seat) => `\u2068${players[seat].name}\u2069`).join(", ");
  const again = names === "" ? "" : ` What was to be drawn by ${names} was drawn anew.`;
  return `In step ${step}, \u2068${name}\u2069 ${REASONS[reason]}.${again}`;
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
  const { signatures, shuffles, shares, moves, claims } = found.checks;
  const output = one("#found");
  const verdict = element("p", VERDICTS[found.verdict]);
  verdict.className = `verdict ${found.verdict}`;
  output.replaceChildren(
    verdict,
    ...found.faults.map((finding) => element("p", sayFinding(finding))),
    ...found.departures.map((one) => element("p", sayDeparture(one, found.players))),
    element(
      "p",
      `Checked here in ${seconds.toFixed(1)} s: ${signatures} signatures, ${shuffles} shuffles, ` +
        `${shares} proofs of shares, ${moves} moves, ${claims} claims.`,
    ),
    ...found.unchecked.map((claim) => element("p", sayUnchecked(claim, found.players))),
    element(
      "p",
      agrees(found, told)
        ? "This is what the report above says."
        : "This is not what the report above says: one of the two programs, or the page, is wrong.",
    ),
  );
  output.dataset.verdict = found.verdict;
  output.dataset.agrees = String(agrees(found, told));
}

async function check() {
  const [button, bar] = [one("#check"), one("#progress")];
  button.disabled = true;
  bar.hidden = false;
  one("#found").replaceChildren(element("p", "Checking…"));
  const started = performance.now();
  const pace = pacemaker(({ done }) => {
    bar.value = done;
    bar.textContent = `${Math.round(100 * done)} %`;
  });
  try {
    const found = await verify(embeddedRecord(), pace);
    showFound(found, (performance.now() - started) / 1000);
  } catch (error) {
    one("#found").replaceChildren(element("p", `The check could not be finished: ${error.message}`));
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
    one("#back").disabled = place === 1;
    one("#forth").disabled = place === turns.length;
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
    if (number) show(Number(number));
  };
  addEventListener("hashchange", follow);
  show(turns.length);
  follow();
}

stepper();
one("#check").addEventListener("click", check);
one("#save").addEventListener("click", save);
