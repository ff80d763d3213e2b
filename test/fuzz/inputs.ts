/**
 * Texts and bytes that are nearly valid. Inputs that pass the first check find more faults than noise does.
 */
import fc from "fast-check";

/** Fragments with a special meaning for some parser. */
const TROUBLE = [
  "\0",
  "\r",
  "\n",
  "\t",
  "\ufeff",
  "\ud800",
  "\u202e",
  "\u2028",
  "\x1b[2J",
  "😀",
  "ß",
  "İ",
  "__proto__",
  "constructor",
  "toString",
  "prototype",
  "hasOwnProperty",
  "length",
  "then",
  "null",
  "true",
  "~",
  "NaN",
  "-0",
  "1e999",
  "-1",
  "9007199254740993",
  "0x10",
  "1_000",
  "2026-02-30T25:61:61Z",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  "<",
  ">",
  ":",
  ",",
  ";",
  "&a",
  "*a",
  "<<",
  "!!js/function",
  "---",
  "...",
  "|",
  "%",
  `\${HOME}`,
  `\${`,
  `$\${`,
  `\${A:-\${B}}`,
  "../../etc/passwd",
  "/etc/passwd",
  "file:///etc/passwd",
  "\\",
  "'",
  '"',
  "`",
  "<v Agent>",
  "-->",
  "00:00:99.999",
  "WEBVTT",
  "RIFF",
  "data",
  "fmt ",
  "\xff\xff\xff\xff",
  "(?<=a)",
  "(a+)+$",
  ".*",
] as const;
export const trouble = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TROUBLE) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...TROUBLE), fc.integer({ min: 2, max: 300 }))
      .map(([text, times]) => text.repeat(times)),
  },
);

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
  readonly moveTo: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.nat({ max: 400 })),
  put: fc.oneof(fc.constant(""), trouble),
  moveTo: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** A text with a few edits: parts cut, moved, or doubled, and fragments inserted. */
export const edited = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(texts, fc.array(edit, { minLength: 1, maxLength: 5 }))
    .map(([text, edits]) => edits.reduce(apply, text));

function apply(text: string, { at, cut, put, moveTo }: Edit): string {
  const start = Math.floor(at * text.length);
  const part = text.slice(start, start + cut);
  const left = text.slice(0, start) + put + text.slice(start + cut);
  const target = Math.floor(moveTo * left.length);
  return moveTo < 0.5 ? left : left.slice(0, target) + part + left.slice(target);
}

/** Any JSON value, with troublesome names and texts. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, ""),
    fc.integer(),
    trouble,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(trouble, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

interface Change {
  readonly steps: readonly number[];
  readonly value: unknown;
  readonly how: "replace" | "delete" | "add" | "rename";
}

const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 6 }),
  value: json,
  how: fc.constantFrom<Change["how"]>("replace", "replace", "delete", "add", "rename"),
});

/** A JSON value in which a few places, at any depth, were replaced, deleted, renamed, or extended. */
export const changed = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(alter, value));

const nameOf = ({ value }: Pick<Change, "value">) => (typeof value === "string" ? value : "name");

function alter(value: unknown, { steps, ...change }: Change): unknown {
  const [step = 0, ...rest] = steps;
  if (typeof value !== "object" || value === null) return change.value;
  const entries = Object.entries(value);
  const index = entries.length === 0 ? -1 : step % entries.length;
  const [name = "", inner] = entries[index] ?? [];
  const goesOn = rest.length > 0 && typeof inner === "object" && inner !== null;
  const put = goesOn ? alter(inner, { steps: rest, ...change }) : change.value;
  const altered = entries.map((entry, at) => (at === index ? ([name, put] as [string, unknown]) : entry));
  if (!goesOn && change.how === "delete") altered.splice(index, 1);
  if (!goesOn && change.how === "rename") altered.splice(index, 1, [nameOf(change), inner]);
  if (!goesOn && change.how === "add") altered.push([nameOf(change), inner]);
  return Array.isArray(value) ? altered.map(([, item]) => item) : Object.fromEntries(altered);
}
