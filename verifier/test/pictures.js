/**
 * Takes pictures of parts of reports, for documents.
 *
 *     node test/pictures.js < [{"page": …, "part": SELECTOR or null, "check": BOOLEAN, "out": …}, …]
 */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

import { PATIENCE, launch } from "./chromium.js";

const WIDTH = 760;
const HEIGHT = 1160;
const MARGIN = 16;

const browser = await launch();
for (const { page: file, part, check, out } of JSON.parse(await text(process.stdin))) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.goto(pathToFileURL(file).href);
  if (check) {
    await page.click("#check");
    await page.waitForSelector("#found[data-verdict]", { timeout: PATIENCE });
  }
  await page.screenshot({ path: out, clip: await placeOf(page, part), fullPage: true });
  await page.close();
}
await browser.close();

/** Where a part of the page is, with a margin; or all that is seen first. */
async function placeOf(page, part) {
  if (part === null) return { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const { y, height } = await page.locator(part).evaluate((element) => {
    const box = element.getBoundingClientRect();
    return { y: box.y + scrollY, height: box.height };
  });
  return { x: 0, y: Math.max(0, y - MARGIN), width: WIDTH, height: height + 2 * MARGIN };
}
