import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { FORMATS } from "./vendors.ts";

const path = fileURLToPath(new URL("../../../docs/imports.md", import.meta.url));
const MARK = "-u -->\n";
const AFTER = "\n## Webhooks";

/** Fields of the same object are written once: `a.b` and `a.c` as `a.{b, c}`. */
function listed(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const dot = name.lastIndexOf(".");
    // The kinds of events have dots of their own.
    const [parent, child] = name.includes("[]") ? [name.slice(0, dot), name.slice(dot + 1)] : ["", name];
    groups.set(parent, [...(groups.get(parent) ?? []), child]);
  }
  return [...groups]
    .flatMap(([parent, children]) => {
      if (parent === "") return children.map((child) => `\`${child}\``);
      return [
        children.length === 1 ? `\`${parent}.${children[0]}\`` : `\`${parent}.{${children.join(", ")}}\``,
      ];
    })
    .join(", ");
}

const row = ({ vendor, version, read, not_read, has_events }: (typeof FORMATS)[number]) =>
  `| ${vendor} | ${version} | ${listed(read)} | ${not_read.length > 0 ? listed(not_read) : "–"} | ${
    has_events ? "counted and named" : "kept"
  } |`;

test("docs/imports.md says what each reader says of itself", async () => {
  const written = readFileSync(path, "utf8");
  const [introduction] = written.split(MARK);
  const rest = written.slice(written.indexOf(AFTER));
  const table = [
    "| Platform | Version | Read | Not read | Everything else |",
    "|---|---|---|---|---|",
    ...FORMATS.map(row),
  ].join("\n");
  await expect(`${introduction}${MARK}\n${table}\n${rest}`).toMatchFileSnapshot(path);
});
