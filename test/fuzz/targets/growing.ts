import fc from "fast-check";
import { BODY_MAXIMUM } from "../../../src/contract/limits.ts";
import { trouble } from "../inputs.ts";
import { target } from "../target.ts";
import { begin, end, postWithinBounds } from "./small-service.ts";

/** Bodies that refer to nonexistent objects, so that nothing is stored and each case is independent. */
const PLACES = [
  [
    "/v1/evaluate",
    '"agent_id":"9","start_time_utc":"2025-03-01T10:00:00Z","participants":[{"role":"AGENT"},{"role":"USER"}]',
  ],
  ["/v1/update-agent", '"agent_id":9'],
  ["/v1/generate-digital-humans", '"agent_id":"9","preview":true,"load_testing":1'],
  ["/v1/create-digital-human", '"simulation_ids":[9],"digital_human":{}'],
  ["/v1/judge-certificates", '"model":"m"'],
  ["/v1/judge-calibration", '"votes":1'],
  ["/v1/lint-custom-metric", '"name":"m"'],
  ["/v1/workflow", '"agent_ids":[9]'],
  ["/v1/plan-as-code", '"kind":"Agent"'],
] as const;

/** Endpoints that accept bodies without any known field. */
const LENIENT_PLACES = [
  ["/v1/traces", '"x":1'],
  ["/v1/import/retell?agent_id=9", '"x":1'],
] as const;

const isLenient = (path: string) => LENIENT_PLACES.some(([lenient]) => lenient === path);

/** Fields of any endpoint, whether or not it knows them. */
const FIELDS = [
  "transcript",
  "tags",
  "metadata",
  "events",
  "tool_calls",
  "goals",
  "measured",
  "examples",
  "scoring_guidance",
  "definition",
  "resourceSpans",
  "calls",
  "replay_transcript",
  "traits",
  "x",
];
const ITEMS = [
  "{}",
  "[]",
  "1",
  '""',
  "null",
  '{"a":1}',
  '{"speaker":"USER","utterance":"Hi"}',
  '{"transcript":""}',
  "[[1]]",
  '{"resource":{"attributes":[{"key":"k","value":{"stringValue":"v"}}]},"scopeSpans":[{"spans":[{},{}]}]}',
  '{"call_id":"c","agent_id":"a","transcript_object":[{"role":"agent","content":"Hi"}]}',
];

/** Ways in which a value grows with a number. */
const SHAPES: Readonly<Record<string, (count: number, item: string) => string>> = {
  items: (count, item) => `[${repeated(`${item},`, count)}${item}]`,
  keys: (count, item) => `{${listed(count, (at) => `"k${at}":${item}`)}}`,
  numbers: (count, item) => `{${listed(count, (at) => `"${at * 7919}":${item}`)}}`,
  "same key": (count, item) => `{${repeated(`"k":${item},`, count)}"k":1}`,
  objects: (count, item) =>
    `[${listed(count / 10, (at) => `{${listed(10, (key) => `"k${at * key}":${item}`)}}`)}]`,
  depth: (count, item) => `${repeated('[{"a":', count)}${item}${repeated("}]", count)}`,
  open: (count) => repeated("[", count),
  text: (count) => `"${repeated("x", count)}"`,
  escapes: (count) => `"${repeated("\\u00e9\\n", count)}"`,
  digits: (count) => `1${repeated("0", count)}`,
  name: (count, item) => `{"${repeated("n", count)}":${item}}`,
};

const repeated = (text: string, count: number) => text.repeat(Math.min(count, BODY_MAXIMUM / text.length));
const listed = (count: number, part: (at: number) => string) => {
  let text = part(0);
  for (let at = 1; at < count && text.length < BODY_MAXIMUM; at++) text += `,${part(at)}`;
  return text;
};

/** How many requests at once. Most often one. */
export const copies = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 8 }) },
);

/** Requests that grow in number and size, up to ten million of everything, to a service with a small heap. */
export const growingRequest = target({
  name: "growing-request",
  share: 2,
  begin,
  end,
  inputs: fc.record({
    place: fc.constantFrom(...PLACES, ...LENIENT_PLACES),
    /** Several fields grow together, or unknown fields. */
    fields: fc.uniqueArray(fc.oneof(fc.constantFrom(...FIELDS), trouble), { minLength: 1, maxLength: 3 }),
    shape: fc.constantFrom(...Object.keys(SHAPES)),
    item: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ITEMS) },
      { weight: 1, arbitrary: trouble.map((text) => JSON.stringify(text)) },
    ),
    /** Powers of ten, so that small numbers are as likely as large ones. */
    magnitude: fc.double({ min: 0, max: 7, noNaN: true }),
    copies,
  }),
  async run({ place: [path, known], fields, shape, item, magnitude, copies: count }) {
    const value = SHAPES[shape]?.(Math.round(10 ** magnitude), item) ?? "1";
    const text = `{${[known, ...fields.map((name) => `${JSON.stringify(name)}:${value}`)].join(",")}}`;
    const statuses = await postWithinBounds({ path, body: Buffer.from(text), copies: count });
    if (!isLenient(path) && statuses.some((status) => status < 400))
      throw new Error(`took what nobody could want: ${statuses}`);
  },
});
