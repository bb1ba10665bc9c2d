/** The Chromium of this computer, which fetches nothing by itself. */
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Milliseconds that a busy machine may take for anything. */
export const PATIENCE = 600_000;

export function launch() {
  const executablePath = CHROMIUM.find(existsSync);
  return chromium.launch({ executablePath, args: QUIET, timeout: PATIENCE });
}
