/** Builds the one file that reports carry; the same sources and lock file give the same bytes. */
import { build } from "esbuild";

await build({
  entryPoints: ["src/page.js"],
  absWorkingDir: import.meta.dirname,
  outfile: process.argv[2] ?? "../p2pqwirkle/audit/pages/verifier.js",
  bundle: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: ["es2022"],
  charset: "ascii",
  legalComments: "inline",
  logLevel: "warning",
});
