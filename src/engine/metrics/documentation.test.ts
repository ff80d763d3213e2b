import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";

const path = fileURLToPath(new URL("../../../docs/metrics.md", import.meta.url));
const MARK = "-u -->\n";

const section = ({ id, version, unit, description, formula, support, reads, source }: CatalogueEntry) =>
  [
    `### ${id}`,
    `${description}.`,
    [
      `- Formula (version ${version}): \`${formula}\``,
      `- Unit: ${unit}`,
      `- Support: ${support}`,
      `- Reads: ${reads.join("; ")}`,
      `- Source: ${source}`,
    ].join("\n"),
  ].join("\n\n");

test("docs/metrics.md contains the whole catalogue", async () => {
  const written = readFileSync(path, "utf8");
  const [introduction] = written.split(MARK);
  const sections = ["## The metrics", ...catalogue.map(section)].join("\n\n");
  await expect(`${introduction}${MARK}\n${sections}\n`).toMatchFileSnapshot(path);
});
