/**
 * Opens reports in headless Chromium, checks their records there, and prints what was seen.
 *
 *     node test/browse.js PAGE… [--shots FOLDER]
 */
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE, launch } from "./chromium.js";

const SCREENS = {
  light: { viewport: { width: 1100, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1100, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
};

const { positionals: pages, values } = parseArgs({
  allowPositionals: true,
  options: { shots: { type: "string" } },
});
const browser = await launch();
const seen = [];
for (const page of pages) seen.push(await visit(resolve(page)));
await browser.close();
console.log(JSON.stringify(seen));

async function visit(file) {
  const told = { file, errors: [], requests: [], dialogs: 0, screens: {} };
  for (const [name, screen] of Object.entries(SCREENS)) {
    const page = await browser.newPage(screen);
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => told.errors.push(error.message));
    page.on("console", (message) => told.errors.push(message.text()));
    page.on("request", (request) => told.requests.push(request.url()));
    page.on("dialog", (dialog) => {
      told.dialogs += 1;
      dialog.dismiss();
    });
    await page.goto(pathToFileURL(file).href);
    told.screens[name] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { overflow: scrollWidth - clientWidth };
    });
    if (name === "light") Object.assign(told, await use(page));
    if (values.shots) {
      const path = join(values.shots, `${basename(file, ".html")}-${name}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    await page.close();
  }
  told.requests = [...new Set(told.requests)];
  return told;
}

/** Step through the game and press the button, as a reader does. */
async function use(page) {
  const shown = () => page.locator(".turn.shown h3").allTextContents();
  const steps = [];
  if (await page.locator("#step").count()) {
    for (const button of ["#first", "#forth", "#back", "#last"]) {
      await page.click(button, { force: true }); // also where it says that it does nothing
      steps.push(...(await shown()));
    }
  }
  const link = page.locator("#moves tbody a").first();
  const linked = { shown: [], isInSight: true };
  if (await link.count()) {
    const turn = await link.getAttribute("href");
    for (const leave of ["#last", "#forth"]) {
      await page.click(leave, { force: true });
      await link.click();
      await page.waitForSelector(`${turn}.shown`);
    }
    linked.shown = await shown();
    linked.isInSight = await page.locator(".turn.shown h3").evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  }
  const used = await meter(page);
  const before = await used();
  await page.click("#check");
  await page.waitForSelector("#found[data-verdict]");
  const found = page.locator("#found");
  return {
    steps,
    linked,
    verdict: await found.getAttribute("data-verdict"),
    agrees: await found.getAttribute("data-agrees"),
    found: await found.innerText(),
    seconds: (await used()) - before,
  };
}

/** What tells how many seconds the page has worked, whatever else this machine does meanwhile. */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
}
