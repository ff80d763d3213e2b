import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { EvaluateRequest } from "../../../src/contract/schemas/index.ts";
import { type UploadPart, UploadScanner } from "../../../src/service/http/upload/upload-scanner.ts";
import { Invalid } from "../../../src/service/validation/fault.ts";
import { readBody, readCall } from "../../../src/service/validation/read.ts";
import { arbitraryOf, jsonSchemaOf } from "../../support/arbitrary.ts";
import { changed, edited, trouble } from "../inputs.ts";
import { target } from "../target.ts";

const FIELD = "recording_base64";

const heads = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("data:audio/wav;base64,", "data:AUDIO/MPEG;codecs=1;base64,") },
  { weight: 1, arbitrary: fc.nat({ max: 300 }).map((n) => `data:audio/wav;${"x".repeat(n)};base64,`) },
  { weight: 1, arbitrary: trouble.map((text) => `data:audio/wav;${text};base64,`) },
);
const base64 = fc.uint8Array({ maxLength: 2500 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const recordings = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(heads, base64).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: edited(fc.tuple(heads, base64).map((parts) => parts.join(""))) },
  { weight: 1, arbitrary: trouble },
);

/** A JSON text as other programs write it: every n-th character, and slashes, escaped in some way. */
const written = fc
  .tuple(recordings, fc.constantFrom("plain", "slashes", "units", "upper"), fc.integer({ min: 1, max: 40 }))
  .map(([text, style, every]) => {
    const json = JSON.stringify(text);
    if (style === "plain") return json;
    if (style === "slashes") return json.replaceAll("/", "\\/");
    return json.replace(/[A-Za-z0-9+/=](?<!\\.)/g, (character, at: number) =>
      at % every === 0 &&
      json[at - 1] !== "\\" &&
      !/\\u[0-9a-f]{0,3}$/.test(json.slice(Math.max(0, at - 5), at))
        ? `\\u${unit(character, style === "upper")}`
        : character,
    );
  });

const unit = (character: string, upper: boolean) => {
  const digits = character.charCodeAt(0).toString(16).padStart(4, "0");
  return upper ? digits.toUpperCase() : digits;
};

const names = fc.constantFrom(
  FIELD,
  FIELD,
  FIELD,
  "recording\\u005fbase64",
  "\\u0072\\u0065\\u0063\\u006f\\u0072\\u0064\\u0069\\u006e\\u0067_base64",
  "Recording_base64",
  "recording_base64 ",
);
const fields = fc.tuple(
  names,
  fc.oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: other() }),
);

/** Values that only code checks. */
const examples = {
  agent_id: ["101"],
  recording_url: ["https://calls.example/a.wav"],
  transcript_url: ["https://calls.example/a.json"],
  [FIELD]: [null],
};

/** Values instead of the text, and look-alikes inside others. */
function other() {
  return fc.constantFrom(
    "null",
    "5",
    "{}",
    `{"${FIELD}":"data:audio/wav;base64,AAAA"}`,
    `["${FIELD}"]`,
    '""',
  );
}

const requests = arbitraryOf(jsonSchemaOf(EvaluateRequest), { examples }).map((value) =>
  typeof value === "object" && value !== null ? { ...value, [FIELD]: undefined } : value,
);
const objects = fc.oneof({ weight: 3, arbitrary: requests }, { weight: 1, arbitrary: changed(requests) });

const bodies = fc
  .tuple(
    objects,
    fc.array(fields, { maxLength: 3 }),
    fc.constantFrom("", " ", "\n\t", "\ufeff"),
    fc.boolean(),
  )
  .map(([value, texts, space, first]) => {
    const inner = JSON.stringify(value).slice(1, -1);
    const put = texts.map(([name, text]) => `"${name}"${space.trim()}:${space.trim()}${text}`);
    const parts = first ? [...put, inner] : [inner, ...put];
    return `${space}{${parts.filter((part) => part !== "").join(",")}}`;
  });

/**
 * A body with a recording, cut into pieces anywhere. It is accepted or refused like the whole body, with the
 * same fields, faults, and bytes.
 */
export const upload = target({
  name: "upload",
  share: 8,
  inputs: fc.record({
    body: fc.oneof({ weight: 3, arbitrary: bodies }, { weight: 2, arbitrary: edited(bodies) }),
    /** Bytes that replace others, usually none. */
    bytes: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 255 }))),
      },
    ),
    cuts: fc.array(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 3000 })), { minLength: 1, maxLength: 20 }),
  }),
  run({ body, bytes, cuts }) {
    const whole = Buffer.from(body);
    for (const [at, byte] of bytes) if (whole.length > 0) whole[Math.floor(at * (whole.length - 1))] = byte;
    const { json, recording } = streamed(whole, cuts);
    const expected = outcomeOf(whole);
    const found = outcomeOf(json);
    if (
      !isDeepStrictEqual(found.faults, expected.faults) ||
      !isDeepStrictEqual(found.fields, expected.fields)
    )
      throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
    if (!expected.fields) return;
    const text = expected.text ?? "";
    const sent =
      expected.text === undefined ? undefined : Buffer.from(text.slice(text.indexOf(",") + 1), "base64");
    if (!isDeepStrictEqual(recording, sent))
      throw new Error(`${recording?.length} bytes in place of ${sent?.length}`);
  },
});

function streamed(whole: Buffer, cuts: readonly number[]) {
  const scanner = new UploadScanner(FIELD);
  const json: Uint8Array[] = [];
  let pieces: Uint8Array[] = [];
  let recording: Buffer | undefined;
  const take = (parts: Iterable<UploadPart>) => {
    for (const part of parts)
      if (part.kind === "json") json.push(part.bytes);
      else if (part.kind === "recording") pieces.push(Uint8Array.from(part.bytes));
      else {
        recording = part.kind === "whole" ? Buffer.concat(pieces) : undefined;
        pieces = [];
      }
  };
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const length = Math.max(1, cuts[turn % cuts.length] ?? 1);
    take(scanner.push(whole.subarray(at, at + length)));
    at += length;
  }
  take(scanner.end());
  return { json: Buffer.concat(json), recording };
}

/** The service's result for a body. */
function outcomeOf(body: Buffer) {
  try {
    const arrived = {
      params: {},
      query: new URLSearchParams(),
      body: readBody("EvaluateRequest", body, { strict: false }),
    };
    const read = readCall("evaluate", arrived, { strict: false });
    const { recording_base64, ...rest } = read.body;
    return { fields: rest, text: recording_base64 ?? undefined };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    // The position of a fault that is not in the JSON itself depends on the text's length.
    return { faults: error.faults.map((fault) => (fault.type === "json_invalid" ? fault.type : fault)) };
  }
}
