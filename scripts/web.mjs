// Bundles the views for the browser: one script and one stylesheet, which the report holds and the service serves.
import { readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

/** Writes `web.js` and `web.css` into `folder`. Returns the ids of the modules that went in. */
export async function buildWeb(folder, version) {
  const bundle = await rolldown({
    input: "src/web/main.ts",
    platform: "browser",
    transform: { target: "es2022", define: { __VERSION__: JSON.stringify(version) } },
    onLog(level, log, next) {
      if (level === "warn") throw new Error(`${log.code}: ${log.message}`);
      next(level, log);
    },
  });
  const { output } = await bundle.generate({
    format: "iife",
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  writeFileSync(`${folder}/web.js`, code);
  writeFileSync(`${folder}/web.css`, withoutSpace(readFileSync("src/web/style.css", "utf8")));
  return moduleIds;
}

/** Removes comments and the white space between rules. Nothing within values changes. */
const withoutSpace = (css) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*([{};])\s*/g, "$1")
    .trim();
