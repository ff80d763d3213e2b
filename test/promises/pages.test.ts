/** Each page of the documentation begins with an example, and its output is the program's real output. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { installs, useReader } from "../support/reader.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
/** An index, a glossary, and a page of claims with their tests. */
const WITHOUT_EXAMPLE = ["README.md", "glossary.md", "threat-model.md"];
/** They use a store in the default data folder. */
const WITH_STORE = ["operations.md", "upgrading.md"];

const reader = useReader();
const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md") && !WITHOUT_EXAMPLE.includes(name));

describe("a page", () => {
  // A page may contain a whole call, which takes its real time.
  test.concurrent.for(pages)("%s does what it says", { timeout: 300_000 }, async (page, context) => {
    const beginning = readFileSync(join(DOCS, page), "utf8").split(/^## /m)[0];
    expect(beginning, "the example is before the first heading").toContain("```console\n$ ");
    const { serves, reads } = reader(context);
    await serves({ agent: !WITH_STORE.includes(page), memory: !WITH_STORE.includes(page) });
    // `installed-frameworks.test.ts` reads the sections that install something.
    await reads(`docs/${page}`, (section) => !installs(section));
  });
});
