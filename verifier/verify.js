/** Check records in node: prints what `p2pqwirkle audit --json` prints. */
import { readFile } from "node:fs/promises";

import { verify } from "./src/audit.js";

const EXIT_CODES = { fair: 0, fault: 1, unreadable: 2, unfinished: 3 };
const WORST_FIRST = ["unreadable", "fault", "unfinished", "fair"];

const reports = [];
for (const name of process.argv.slice(2)) {
  reports.push(await verify(new Uint8Array(await readFile(name))));
}
console.log(JSON.stringify(reports.length === 1 ? reports[0] : reports));
const worst = WORST_FIRST.find((verdict) => reports.some((report) => report.verdict === verdict));
process.exitCode = EXIT_CODES[worst];
