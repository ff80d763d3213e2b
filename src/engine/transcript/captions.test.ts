import { describe, expect, test } from "vitest";
import { processorMsOf } from "../../../test/support/processor-time.ts";
import { parseTranscript } from "./parse.ts";

const srt = async (...lines: string[]) => parseTranscript(lines.join("\n"));
const vtt = async (...lines: string[]) => srt("WEBVTT", "", ...lines);
const said = async (parsed: ReturnType<typeof vtt>) =>
  (await parsed).turns.map(({ role, utterance }) => [role, utterance]);

/** Cues of a second each, with two seconds between them. */
const cues = (...texts: string[]) =>
  texts.flatMap((text, at) => [
    `00:${String(at * 3).padStart(2, "0")}.000 --> 00:${String(at * 3 + 1).padStart(2, "0")}.000`,
    text,
    "",
  ]);

describe("WebVTT", () => {
  test("cues become entries with offsets in milliseconds", async () => {
    // 1 h 2 min 3.456 s = 3,600,000 + 120,000 + 3,456 ms
    const { format, turns } = await vtt(
      "intro",
      "01:02:03.456 --> 01:02:04.000 align:start",
      "<v Agent>Hello</v>",
    );
    expect(format).toBe("captions");
    expect(turns).toEqual([
      { role: "AGENT", utterance: "Hello", start_offset_ms: 3_723_456, end_offset_ms: 3_724_000 },
    ]);
  });

  test("the voice says who speaks, in any language of a digital human", async () => {
    const entries = vtt(
      ...cues("<v.loud Ava (agent)>One", "<v Dana Reyes>Two", "Three", "<v Agentha>Four", "<v Agente>Five"),
    );
    expect(await said(entries)).toEqual([
      ["AGENT", "One"],
      ["USER", "Two"],
      ["USER", "Three"],
      ["USER", "Four"],
      ["AGENT", "Five"],
    ]);
  });

  test("if a file names only one side, the rest belongs to the other", async () => {
    expect(await said(vtt(...cues("Hello?", "<v Agent>Clinic.", "I need a slot.")))).toEqual([
      ["USER", "Hello?"],
      ["AGENT", "Clinic."],
      ["USER", "I need a slot."],
    ]);
    expect(await said(vtt(...cues("Clinic.", "<v Cliente>A slot.", "When?")))).toEqual([
      ["AGENT", "Clinic."],
      ["USER", "A slot."],
      ["AGENT", "When?"],
    ]);
  });

  test("what comes before the first name is the other side's", async () => {
    expect(await said(vtt(...cues("Clinic.", "<v User>A slot.", "<v Agent>When?")))).toEqual([
      ["AGENT", "Clinic."],
      ["USER", "A slot."],
      ["AGENT", "When?"],
    ]);
  });

  test("the cues of one speaker are one entry, unless a second of silence parts them", async () => {
    const entries = await vtt(
      "00:01.000 --> 00:02.000",
      "<v Agent>We are open",
      "",
      "00:02.400 --> 00:03.000",
      "until five.",
      "",
      "00:04.000 --> 00:05.000",
      "<v Agent>Hello?",
      "",
      "00:06.000 --> 00:07.000",
      "<v User>Yes.",
    );
    expect(entries.turns).toEqual([
      { role: "AGENT", utterance: "We are open until five.", start_offset_ms: 1000, end_offset_ms: 3000 },
      { role: "AGENT", utterance: "Hello?", start_offset_ms: 4000, end_offset_ms: 5000 },
      { role: "USER", utterance: "Yes.", start_offset_ms: 6000, end_offset_ms: 7000 },
    ]);
  });

  test("without any name everything is the user's", async () => {
    const entries = vtt(...cues("One", "Two"));
    expect(await entries).toMatchObject({ attribution: "unknown" });
    expect(await said(entries)).toEqual([
      ["USER", "One"],
      ["USER", "Two"],
    ]);
  });

  test("two voices in a cue are two entries", async () => {
    const entries = vtt("00:01.000 --> 00:02.000", "<v Agent>May I?", "<v User>Yes, <i>please</i></v>");
    expect(await said(entries)).toEqual([
      ["AGENT", "May I?"],
      ["USER", "Yes, please"],
    ]);
  });

  test("markup, entities and line breaks are read, comments and styles passed over", async () => {
    const entries = vtt(
      "NOTE written by hand",
      "",
      "STYLE",
      "::cue { color: red }",
      "",
      "00:01.000 --> 00:02.000",
      "<v Agent>Salt &amp; <b>pepper</b>,",
      "<00:01.500>not &lt;sugar&gt;</v>",
    );
    expect(await said(entries)).toEqual([["AGENT", "Salt & pepper, not <sugar>"]]);
  });

  test("entries are in the order of time", async () => {
    const entries = vtt("00:05.000 --> 00:06.000", "later", "", "00:01.000 --> 00:02.000", "sooner");
    expect(await said(entries)).toEqual([
      ["USER", "sooner"],
      ["USER", "later"],
    ]);
  });

  test("a < that begins no tag is text, and tags of other formats go", async () => {
    const entries = vtt(...cues('<v Agent>Less than < 5, <font color="red">or</font> <1>?'));
    expect(await said(entries)).toEqual([["AGENT", "Less than < 5, or <1>?"]]);
  });

  test("a cue without length keeps its words", async () => {
    const { turns, faults } = await vtt("59:59.999 --> 59:59.999", "<v Agent>Bye.");
    expect({ turns, faults }).toEqual({
      faults: [],
      turns: [{ role: "AGENT", utterance: "Bye.", start_offset_ms: 3_599_999, end_offset_ms: 3_600_000 }],
    });
  });

  test("every cue that cannot be read is named with its line", async () => {
    const broken = await vtt(
      "00:01.000 --> soon",
      "a",
      "",
      "00:02.000 --> 00:03.000 align:nowhere",
      "b",
      "",
      "x --> 00:04.000",
      "c",
      "",
      "00:05.000 --> 00:04.000",
      "d",
    );
    expect(broken.faults).toMatchObject([
      { line: 3, message: expect.stringContaining("soon") },
      { line: 9, message: expect.stringContaining("x") },
      { line: 12, message: "the cue ends before it begins: 00:05.000 --> 00:04.000" },
    ]);
    expect(broken.turns).toMatchObject([{ utterance: "b" }]);
  });

  test("hostile files are read in bounded time", async () => {
    const long = 200_000;
    const spaces = `00:01.000${" ".repeat(long)}x --> 00:02.000`;
    const nested = ["00:01.000 --> 00:02.000", `${"<i>".repeat(long)}deep`];
    const open = ["", "00:03.000 --> 00:04.000", "<v Agent>", "<font".repeat(long)];
    const ms = await processorMsOf(async () => {
      const { turns } = await vtt(spaces, "", ...nested, ...open);
      expect(turns[0]?.utterance).toBe("deep");
    });
    // Quadratic time would be minutes.
    expect(ms).toBeLessThan(20_000);
  });
});

describe("SubRip", () => {
  test("a prefix says who speaks, and is not part of the utterance", async () => {
    const entries = srt(
      "1",
      "00:00:00,200 --> 00:00:02,120",
      "Agent: Clinic: front desk",
      "",
      "2",
      "00:00:02,620 --> 00:00:04,273",
      "caller : Note: it's urgent",
      "",
      "3",
      "00:00:05,000 --> 00:00:06,000",
      "Reminder: no one is named here",
    );
    expect(await said(entries)).toEqual([
      ["AGENT", "Clinic: front desk"],
      ["USER", "Note: it's urgent Reminder: no one is named here"],
    ]);
    expect((await entries).turns[0]).toMatchObject({ start_offset_ms: 200, end_offset_ms: 2120 });
  });

  test("a line without prefix continues the speaker of the line before", async () => {
    const entries = srt(
      "1",
      "00:00:00,000 --> 00:00:02,000",
      "Agent: We are open",
      "until five.",
      "User: Thanks.",
    );
    expect(await said(entries)).toEqual([
      ["AGENT", "We are open until five."],
      ["USER", "Thanks."],
    ]);
  });

  test("coordinates after the times are not words", async () => {
    const entries = srt("1", "00:00:01,000 --> 00:00:02,000 X1:40 X2:600", "{\\an8}Agent: Hello");
    expect(await said(entries)).toEqual([["AGENT", "Hello"]]);
  });

  test("dashes part the speakers of a dialogue", async () => {
    const entries = srt(
      "1",
      "00:00:01,000 --> 00:00:04,000",
      "- Hello?",
      "- Clinic, how can I help?",
      "- A slot.",
    );
    expect(await said(entries)).toEqual([
      ["USER", "Hello?"],
      ["AGENT", "Clinic, how can I help?"],
      ["USER", "A slot."],
    ]);
  });
});
