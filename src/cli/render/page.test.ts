import { expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { pageText } from "./page.ts";

const page = `# Voice

A digital human calls your agent, speaks,
listens, and gets interrupted.

1. Make one call: \`parley call 501 --to ws://127.0.0.1:9098/\`
   and look at it.

   \`\`\`js
   const  x = 1; // a line that is longer than the terminal
   \`\`\`

| Field | Effect |
|---|---|
| \`pace\` | how fast it speaks, or rather how slowly |
`;

test("paragraphs, items and tables fit the terminal; commands stay whole, and code as it is", () => {
  expect(pageText(page, 40)).toBe(`# Voice

A digital human calls your agent,
speaks, listens, and gets interrupted.

1. Make one call:
   \`parley call 501 --to ws://127.0.0.1:9098/\`
   and look at it.

       const  x = 1; // a line that is longer than the terminal

Field   Effect
\`pace\`  how fast it speaks, or rather
        how slowly
`);
});

test("a page of one long line is laid out at once", () => {
  for (const part of ["| ", "`", "- ", "a ", "#", "\\|", " "]) {
    const taken_ms = processorMs(() => pageText(part.repeat(100_000), 80));
    expect(taken_ms, JSON.stringify(part)).toBeLessThan(3000);
  }
});
