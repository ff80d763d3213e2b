import { describe, expect, test } from "vitest";
import { changesOf } from "./changes.ts";
import { manifestFields } from "./export.ts";
import type { Present, Wanted } from "./fields.ts";

const changesFrom = (wanted: Wanted, shown: Partial<Present>) =>
  changesOf(wanted, { id: 501, created_at: "2026-11-01T12:00:00Z", name: "A", ...shown });

const transcript = "Agent: Hello\nUser: Refund";
const utterances = [{ role: "USER", utterance: "Refund" }];

describe("no difference", () => {
  test.each<[string, Wanted, Partial<Present>]>([
    ["a field that the manifest does not name", {}, { accent: "british" }],
    ["null and a default of the service", { creativity: null }, { creativity: 0.7 }],
    ["a default of the service that it does not show", { language: "en" }, {}],
    ["an empty list and none", { hangup_phrases: [] }, { hangup_phrases: null }],
    ["null and an absent field", { accent: null }, {}],
    [
      "a trait's own default",
      { traits: [{ trait_name: "vip", is_sip_header: false }] },
      { traits: [{ trait_name: "vip" }] } as Partial<Present>,
    ],
    ["keys in another order", { rtc_metadata: { a: 1, b: [2] } }, { rtc_metadata: { b: [2], a: 1 } }],
    [
      "an intent left to the transcript",
      { intent: "", original_transcript: transcript },
      { intent: "Refund", original_transcript: transcript },
    ],
    [
      "a formatted transcript left to the original",
      { original_transcript: transcript, formatted_transcript: null },
      { original_transcript: transcript, formatted_transcript: utterances },
    ],
  ])("is planned for %s", (_, wanted, shown) => {
    expect(changesFrom(wanted, shown)).toEqual({ changes: [], unseen: [], patch: {} });
  });
});

describe("a difference", () => {
  test("is an empty list of expected tool calls, which says that nothing may be changed", () => {
    const changes = [{ field: "expected_tool_calls", from: null, to: [] }];
    expect(changesFrom({ expected_tool_calls: [] }, {})).toMatchObject({ changes });
    expect(manifestFields({ name: "A", expected_tool_calls: [] })).toHaveProperty("expected_tool_calls", []);
  });

  test("is shown from old to new, and only the change is sent", () => {
    expect(
      changesFrom({ creativity: 0.3, language: "es", accent: null }, { accent: "british", language: "es" }),
    ).toEqual({
      changes: [
        { field: "creativity", from: null, to: 0.3 },
        { field: "accent", from: "british", to: null },
      ],
      unseen: [],
      patch: { creativity: 0.3, accent: null },
    });
  });

  test("within a list sends the whole list: the service replaces it", () => {
    const traits = [
      { trait_name: "vip", value: true, is_sip_header: false },
      { trait_name: "age", value: 42, is_sip_header: false },
    ];
    const { changes, patch } = changesFrom({ traits }, { traits: traits.slice(0, 1) });
    expect(changes).toEqual([{ field: "traits", from: traits.slice(0, 1), to: traits }]);
    expect(patch).toEqual({ traits });
  });

  test("of free data counts every key, null too", () => {
    const { changes } = changesFrom({ rtc_metadata: { a: null } }, { rtc_metadata: {} });
    expect(changes).toEqual([{ field: "rtc_metadata", from: {}, to: { a: null } }]);
  });

  test("of a transcript is sent with the intent that the manifest names: the service would derive another", () => {
    const wanted = { intent: "Refund", original_transcript: transcript };
    const { changes, patch } = changesFrom(wanted, { intent: "Refund" });
    expect(changes).toEqual([{ field: "original_transcript", from: null, to: transcript }]);
    expect(patch).toEqual(wanted);
  });

  test("of one transcript is sent with the other, because alone it would empty it", () => {
    const wanted = { original_transcript: transcript, formatted_transcript: utterances };
    const shown = { original_transcript: transcript, formatted_transcript: [] };
    expect(changesFrom(wanted, shown).patch).toEqual(wanted);
  });
});

describe("a field that the service does not show", () => {
  test("is not a difference by itself, but is sent with others", () => {
    expect(changesFrom({ num_runs: 3 }, {})).toEqual({ changes: [], unseen: ["num_runs"], patch: {} });
    expect(changesFrom({ num_runs: 3, creativity: 1 }, {})).toMatchObject({
      unseen: ["num_runs"],
      patch: { num_runs: 3, creativity: 1 },
    });
  });

  test("is compared by a service that shows it", () => {
    expect(changesFrom({ num_runs: 3 }, { num_runs: 1 } as Partial<Present>)).toEqual({
      changes: [{ field: "num_runs", from: 1, to: 3 }],
      unseen: [],
      patch: { num_runs: 3 },
    });
  });
});
