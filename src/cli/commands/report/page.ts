/** The report as one file: the views and the data, with nothing loaded from elsewhere. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { readBuiltFile } from "../../../lib/built-files.ts";
import type { Report } from "../../../results/report.ts";
import type { Talk } from "../../../results/talk.ts";
import { escapeControls, sanitizeLine } from "../../terminal/sanitize.ts";

/** How many conversations a packed part has: few enough that opening one takes no noticeable time. */
export const PER_PART = 25;

/** @param audio recordings as data URLs, by the position of their conversation */
export function reportPage(
  report: Report,
  talks: readonly Talk[],
  audio: ReadonlyMap<number, string> = new Map(),
): string {
  const script = readBuiltFile("web.js").replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
  const style = readBuiltFile("web.css");
  const parts = Array.from({ length: Math.ceil(talks.length / PER_PART) }, (_, part) =>
    gzipSync(JSON.stringify(talks.slice(part * PER_PART, (part + 1) * PER_PART))).toString("base64"),
  );
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "media-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<link rel="icon" href="data:,"><title>${escaped(report.overview.title)} · Parley</title>`,
    `<style>${style}</style></head>`,
    '<body><div id="app"></div><noscript>This report needs JavaScript, which is included in the file.</noscript>',
    data("report", JSON.stringify(report)),
    ...parts.map((part, at) => data(`part-${at}`, part)),
    ...[...audio].map(([place, url]) => data(`audio-${place}`, url)),
    `<script>${script}</script></body></html>`,
    "",
  ].join("\n");
}

/**
 * A block that a browser does not run. Without `<`, nothing inside can end it early. The file has no control
 * characters, so printing it on a terminal is safe.
 */
const data = (id: string, text: string) =>
  `<script type="application/json" id="${id}">${escapeControls(text.replaceAll("<", "\\u003c"))}</script>`;

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const escaped = (text: string) =>
  sanitizeLine(text)
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .toWellFormed();
