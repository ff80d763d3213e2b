/** Logs that the platforms publish, or that their own code writes. */

import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { type Published, published } from "../../../test/support/published-logs.ts";
import { fieldsOf, isObject } from "../../contract/is-object.ts";
import type { Entry, LoggedCall } from "./reader.ts";
import { callsIn, explain, FORMATS, submissionOf, VENDORS } from "./vendors.ts";

function foundIn(log: unknown): { call: LoggedCall; log: unknown } {
  const [call, ...more] = callsIn(log);
  expect(more).toEqual([]);
  if (!call || "fault" in call) throw new Error(call?.fault ?? "no call");
  return call;
}

const lineOf = ({ speaker, utterance, start_offset_ms: from, end_offset_ms: to }: Entry) =>
  [
    speaker[0],
    ...(from === undefined && to === undefined ? [] : [`${from ?? "?"}-${to ?? "?"}`]),
    utterance,
  ].join(" ");

test("every platform has at least three", () => {
  for (const vendor of VENDORS)
    expect(published.filter((one) => one.vendor === vendor).length).toBeGreaterThanOrEqual(3);
});

describe.each(published.map((one) => [`${one.vendor}: ${one.source}`, one] as const))("%s", (_, one) => {
  test("is read as it is written", () => {
    const { call } = foundIn(one.log);
    const { transcript = [], tool_calls, events } = submissionOf(call);
    const { vendor, duration_ms, unfinished, unknown } = call;
    const ended = events?.findLast(({ tags }) => tags?.includes("end_reason"))?.title;
    const tools = tool_calls?.map(({ name, parameters, output }) =>
      [name, JSON.stringify(parameters), ...(output === undefined ? [] : [JSON.stringify(output)])].join(" "),
    );
    const read = { vendor, turns: transcript?.map(lineOf), tools, ended, duration_ms, unfinished, unknown };
    const { source: __, log: ___, ...expected } = one;
    expect(read).toEqual(expected);
  });
});

/** What a reader reads only if a log has nothing better. */
const INSTEAD_OF: Readonly<Record<string, string>> = {
  c_id: "call_id",
  room_id: "job_id",
  "artifact.transcript": "artifact.messages",
};

type Change = (value: unknown) => unknown;
const gone: Change = () => undefined;

/** Another value of the same type. */
const other: Change = (value) => {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : undefined;
};

/** The same with a field changed, in every item of a list. */
function changed(value: unknown, path: string, named: (name: string) => string, change: Change): unknown {
  if (Array.isArray(value)) {
    if (!path.startsWith("[].")) return value;
    return value.map((item) => changed(item, path.slice(3), named, change));
  }
  if (!isObject(value)) return value;
  const [, name = "", rest = ""] = /^([^.[]+)(.*)$/.exec(path) ?? [];
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (named(key) !== name) return [key, inner];
      return [key, rest === "" ? change(inner) : changed(inner, rest.replace(/^\./, ""), named, change)];
    }),
  );
}

/** What is stored, apart from what is only kept. */
function storedOf(log: unknown): unknown {
  const [call] = callsIn(log);
  if (!call || "fault" in call) return "not read";
  const { metadata, ...fields } = submissionOf(call.call);
  const { log: _, ...source } = fieldsOf(metadata?.["source"]);
  return { fields, source, unfinished: call.call.unfinished };
}

const keptOf = (log: unknown): unknown => {
  const [call] = callsIn(log);
  return call && "call" in call ? call.call.other : undefined;
};

describe.each(FORMATS.filter(({ has_events }) => !has_events))("$vendor", (format) => {
  const { vendor, read, not_read, named = (name) => name } = format;
  const logs = published.filter((one: Published) => one.vendor === vendor).map(({ log }) => foundIn(log).log);

  /** The webhook of Vapi has some fields of a call beside it. */
  function without(log: unknown, path: string, change = gone): unknown {
    const rest = changed(log, path, named, change);
    const { call } = fieldsOf(rest);
    return isObject(call) ? { ...fieldsOf(rest), call: changed(call, path, named, change) } : rest;
  }

  test("what it says it reads decides what is stored", () => {
    const idle = read.filter((path) => {
      const having = logs
        .filter((log) => explain(log)?.fates.get(path))
        .map((log) => (INSTEAD_OF[path] ? without(log, INSTEAD_OF[path]) : log));
      const isIdle = (log: unknown) =>
        [gone, other].every((change) => same(storedOf(log), storedOf(without(log, path, change))));
      return having.length > 0 && having.every(isIdle);
    });
    expect(idle).toEqual([]);
  });

  test("what it says it does not read decides nothing", () => {
    for (const path of not_read)
      for (const log of logs) expect(storedOf(without(log, path))).toEqual(storedOf(log));
  });

  test("everything else is kept", () => {
    for (const log of logs)
      for (const [path, { fate }] of explain(log)?.fates ?? [])
        if (fate === "kept") expect([path, keptOf(without(log, path))]).not.toEqual([path, keptOf(log)]);
  });
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

describe.each(FORMATS.filter(({ has_events }) => has_events))("$vendor", ({ vendor, read, not_read }) => {
  test("no kind of event is in both lists, and every kind in the logs has a fate", () => {
    expect(read.filter((kind) => not_read.includes(kind))).toEqual([]);
    for (const { log } of published.filter((one) => one.vendor === vendor)) {
      const { call, log: inner } = foundIn(log);
      const unknown = [...(explain(inner)?.fates ?? [])].filter(([, { fate }]) => fate === "unknown");
      expect(Object.fromEntries(unknown.map(([kind, { count }]) => [kind, count]))).toEqual(
        call.unknown ?? {},
      );
    }
  });
});

test.each([
  [
    "bland",
    { call_id: "1", completed: true, transcripts: [{ user: "narrator", text: "Once." }] },
    "narrator",
  ],
  [
    "retell",
    { call_id: "1", call_type: "web_call", transcript_object: [{ role: "ghost", content: "Boo." }] },
    "ghost",
  ],
  ["vapi", { id: "1", orgId: "o", messages: [{ role: "operator", message: "Hi." }] }, "operator"],
  [
    "elevenlabs",
    { conversation_id: "1", metadata: {}, transcript: [{ role: "host", message: "Hi." }] },
    "host",
  ],
  ["livekit", { items: [{ type: "message", role: "guest", content: ["Hi."] }] }, "guest"],
])("%s: words of an unknown speaker are an error with its name", (vendor, log, name) => {
  expect(callsIn(log)).toMatchObject([
    {
      fault: expect.stringMatching(
        `^a call of ${vendor} cannot be read: it has words of an unknown speaker, ${name} `,
      ),
    },
  ]);
});

test.each(VENDORS)("%s: time grows with the length of the log, not with its square", (vendor) => {
  const [one] = published.filter(({ log, vendor: own }) => own === vendor && Array.isArray(log));
  const events = (one?.log ?? []) as unknown[];
  const many = Array.from({ length: 20_000 }, (_, index) => {
    const event = fieldsOf(events[index % Math.max(1, events.length)]);
    return { ...event, item_id: `item_${index}`, item: { ...fieldsOf(event["item"]), id: `item_${index}` } };
  });
  const log =
    events.length > 0
      ? many
      : { call_id: "1", transcripts: [], concatenated_transcript: "user: ".repeat(100_000) };
  expect(processorMs(() => callsIn(log))).toBeLessThan(3000);
});
