import fc from "fast-check";
import { compilePattern } from "../../../src/engine/pattern/pattern.ts";
import { catalogue, readings } from "../../../src/engine/rules-language/catalogue.fixture.ts";
import { compileRules } from "../../../src/engine/rules-language/compile.ts";
import { evaluateRules } from "../../../src/engine/rules-language/evaluate.ts";
import { edited, trouble } from "../inputs.ts";
import { target } from "../target.ts";

const RULES = `@rules
pass when tool book called with {slot: {$in: [1, /a+/]}} after user says /book/i
fail when agent says "sorry" at least 2 times before turn 3
fail when agent says /sorry/ unless denied
na when call_duration < 10 s
else fail
`;
const input = {
  turns: [
    { i: 0, speaker: "AGENT" as const, text: "Hello, sorry sorry", start_offset_ms: 0, end_offset_ms: 900 },
    { i: 1, speaker: "USER" as const, text: "book it", start_offset_ms: null, end_offset_ms: null },
  ],
  tool_calls: [{ name: "book", parameters: { slot: 1 }, start_offset_ms: 100 }],
  metric: readings({ call_duration: 12 }),
};

/** The guidance of a metric, as its author wrote it. */
export const rules = target({
  name: "rules",
  share: 10,
  inputs: edited(fc.constant(RULES)),
  run(text) {
    const compiled = compileRules(text, { response_type: "pass_fail" }, catalogue);
    for (const { line, column, message } of compiled.errors)
      if (line < 1 || column < 1 || message === "") throw new Error("a mistake without place or words");
    if (compiled.errors.length === 0) evaluateRules(compiled, input as never);
  },
});

const atoms = [
  "a",
  "b",
  "[a-z]",
  "[^b]",
  ".",
  "\\w",
  "\\d+",
  "(a|aa)",
  "(?:a*)",
  "(a+)+",
  "x{2,9}",
  "^",
  "$",
  "|",
  "\\b",
  "😀",
];
const LONG = `${"a".repeat(5000)}!`;
/** The longest that a pattern may take for a text, even on a busy machine. Steps limit the work. */
const LONGEST_MS = 5000;

/** A pattern of a rule or of a scripted response. */
export const pattern = target({
  name: "pattern",
  share: 5,
  inputs: fc.record({
    source: fc
      .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...atoms) }, trouble), { maxLength: 12 })
      .map((parts) => parts.join("")),
    flags: fc.constantFrom("", "i", "ims", "g", "x"),
  }),
  run({ source, flags }) {
    const compiled = compilePattern(source, flags);
    if (!compiled.ok) return;
    const began = performance.now();
    compiled.test(LONG);
    if (performance.now() - began > LONGEST_MS) throw new Error(`took ${performance.now() - began} ms`);
  },
});
