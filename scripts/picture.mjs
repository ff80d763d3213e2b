// Draws the picture of the README: what `parley evaluate show` prints at a terminal for a fixture call that fails.
// `npm run picture` writes docs/failed-call.svg; with a file as its argument it writes there instead, which the test does to
// compare. Needs util-linux's `script`, because the program draws in colour at a terminal only.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { onStage } from "./demo/stage.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const COLUMNS = 120;
const CALL = [
  ...["--agent", "101", "--start-time", "2026-11-01T09:45:00Z", "--metric-tag", "core"],
  ...["--recording", "fixtures/recordings/slow.wav", "--transcript", "fixtures/recordings/slow.json"],
];

/** The call's id is new each time. The picture has the README's id. */
const CALL_ID = "0f8e6a52-3c1d-4b7e-9a40-5d2c81e7b936";

const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const [CELL, LINE, MARGIN] = [8, 18, 16];
const BACKGROUND = "#0d1117";
const PLAIN = "#c9d1d9";
const COLOURS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff" };

/** One line of a terminal as runs that have the same colour and weight. */
function runsOf(line) {
  let [fill, bold] = [PLAIN, false];
  return line.split(/(\x1b\[\d+m)/).flatMap((part) => {
    const [, code] = /^\x1b\[(\d+)m$/.exec(part) ?? [];
    if (code === undefined) return part === "" ? [] : [{ text: part, fill, bold }];
    if (code === "1" || code === "22") bold = code === "1";
    else fill = COLOURS[code] ?? PLAIN;
    return [];
  });
}

const asMarkup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Every word has its own position, and bars are shapes, so it looks the same in any font. */
function drawLine(line, row) {
  let column = 0;
  return runsOf(line).flatMap(({ text, fill, bold }) =>
    text.split(/( +|[█▬]+)/).flatMap((part) => {
      const [x, width] = [MARGIN + column * CELL, part.length * CELL];
      const y = MARGIN + row * LINE;
      column += part.length;
      if (part.trim() === "") return [];
      if (part.startsWith("█"))
        return [`<rect x="${x}" y="${y + 3}" width="${width}" height="12" fill="${fill}"/>`];
      if (part.startsWith("▬"))
        return [`<rect x="${x}" y="${y + 7}" width="${width}" height="4" fill="${fill}"/>`];
      const weight = bold ? ' font-weight="bold"' : "";
      return [
        `<text x="${x}" y="${y + 13}" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${fill}"${weight}>${asMarkup(part)}</text>`,
      ];
    }),
  );
}

function draw(lines) {
  const width = 2 * MARGIN + COLUMNS * CELL;
  const height = 2 * MARGIN + lines.length * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-size="13" font-family="${FONT}">`,
    "<title>A call that failed: its verdicts with their evidence, and a timeline of who spoke when</title>",
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...lines.flatMap(drawLine),
    "</svg>\n",
  ].join("\n");
}

/** What a person sees of `parley evaluate show`, from its verdicts to the last turn. */
function shownAtTerminal(callId, env) {
  const words = [process.execPath, "bin/parley.js", "evaluate", "show", callId];
  const line = `stty cols ${COLUMNS} rows 50; ${words.map((word) => `'${word}'`).join(" ")}`;
  const { NO_COLOR, FORCE_COLOR, CI, ...others } = env;
  const { stdout, status, error } = spawnSync("script", ["-qec", line, "/dev/null"], {
    cwd: ROOT,
    env: { ...others, TERM: "xterm-256color" },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (error || status !== 0) throw error ?? new Error(`evaluate show ended with exit code ${status}`);
  const text = stdout.replaceAll("\r\n", "\n").replaceAll(callId, CALL_ID);
  return text.slice(0, text.search(/\n\n(?:\x1b\[1m)?RECORDING/)).split("\n");
}

await onStage(ROOT, new AbortController().signal, async ({ run, env }) => {
  await run({ args: ["metrics", "create", "-f", "fixtures/metric.yaml"] });
  const { output } = await run({ args: ["evaluate", ...CALL, "--json"], learns: true });
  const { call_id } = JSON.parse(output);
  const { code } = await run({ args: ["evaluate", "wait", call_id] });
  if (code !== 9) throw new Error(`the call should have failed, but the gate ended with exit code ${code}`);
  const lines = [`$ parley evaluate show ${CALL_ID}`, ...shownAtTerminal(call_id, env)];
  writeFileSync(process.argv[2] ?? resolve(ROOT, "docs/failed-call.svg"), draw(lines));
});
