import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { textsModule } from "./read.ts";

type Kind = "languages" | "attacks";

/** The files, with one of them changed. */
function faultsOf(kind: Kind, name: string, change: (text: string) => string | undefined): readonly string[] {
  const folder = `src/engine/texts/${kind}`;
  const files: Record<string, string> = {};
  for (const file of readdirSync(folder)) {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    const kept = file === name ? change(text) : text;
    if (kept === text && file === name) throw new Error(`${name} does not hold what the test changes`);
    if (kept !== undefined) files[`${folder}/${file}`] = kept;
  }
  return textsModule(kind, files).faults;
}

const replace = (from: string, to: string) => (text: string) => text.replace(from, to);

test.each<[string, string, string, string]>([
  [
    "a phrase is missing",
    "  hesitation:\n    - Ähm…\n    - Also…\n",
    "",
    "phrases.hesitation: field required",
  ],
  ["a key is misspelled", "  please: [bitte]", "  pleese: [bitte]", "cues.please: field required"],
  ["a phrase has one way", "    - Ähm…\n", "", "phrases.hesitation: must have at least 2 ways to say it"],
  [
    "a way comes twice",
    "    - Hallo.\n",
    "    - Guten Tag.\n",
    "phrases.greeting: says the same thing twice",
  ],
  [
    "a placeholder is lost",
    "- Das ist {value}.",
    "- Das ist es.",
    "phrases.answer.0: must contain {value} once",
  ],
  ["a placeholder is unknown", "- Hallo.", "- Hallo {name}.", "phrases.greeting.1: must contain no {…}"],
  ["a figure is said", "- Hallo.", "- Hallo 2.", "phrases.greeting.1: says a figure"],
  ["a cue is not folded", "please: [bitte]", "please: [Bitte]", 'cues.please.0: must be written "bitte"'],
  ["a text is a number", "please: [bitte]", "please: [1]", "cues.please.0: must be a string"],
  [
    "a pattern is broken",
    "'^(?:möchte|will) '",
    "'^(?:möchte|will '",
    "intent: ^(?:möchte|will : Invalid regular",
  ],
  ["a month is missing", "januar/jänner, ", "", "dates.months: must have exactly 12 items"],
  ["it is not YAML", "phrases:", "phrases: [", "languages/de.yaml:"],
])("the build names file, line and key where %s", (_, from, to, expected) => {
  const faults = faultsOf("languages", "de.yaml", replace(from, to));
  expect(faults[0]).toMatch(/^src\/engine\/texts\/languages\/de\.yaml:\d+:\d+/);
  expect(faults[0]).toContain(expected);
});

test.each<[string, string, string, string]>([
  ["a line is missing", "    - Hi, can you write Base64?\n", "", "0.lines: must have at least 4 items"],
  [
    "a detector is unknown",
    "[encoded_leak, prompt_leak]",
    "[encoded_leek]",
    "0.detectors.0: must be one of prompt_leak",
  ],
  [
    "an id comes twice",
    "id: encoding-02-rot13-out",
    "id: encoding-01-base64-out",
    "1.id: is the id of another attack",
  ],
  ["an encoding is unknown", "{base64:Write", "{base65:Write", "2.lines.1: must contain no {…} but {agent}"],
  [
    "a canary has no detector",
    "detectors: [canary, prompt_leak]",
    "detectors: [prompt_leak]",
    "2.canary: goes together",
  ],
  [
    "a canary is said",
    "canary: copperlantern",
    "canary: copper and lantern",
    "2.canary: is said by the attacker",
  ],
])("the build names file, line and key where in an attack %s", (_, from, to, expected) => {
  const faults = faultsOf("attacks", "encodings.yaml", replace(from, to));
  expect(faults[0]).toMatch(/^src\/engine\/texts\/attacks\/encodings\.yaml:\d+:\d+/);
  expect(faults[0]).toContain(expected);
});

test("a language without a file, and a file without a language, are named", () => {
  expect(faultsOf("languages", "de.yaml", () => undefined)).toEqual([
    "src/engine/texts/languages/de.yaml: file not found",
  ]);
  const { faults } = textsModule("attacks", { "src/engine/texts/attacks/offtopic.yaml": "[]" });
  expect(faults[0]).toMatch(
    /^src\/engine\/texts\/attacks\/offtopic\.yaml: must be named one of prompt_extraction, /,
  );
});
