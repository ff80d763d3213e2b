import { describe, expect, test } from "vitest";
import { parseCaptions } from "./captions.ts";

const vtt = (...lines: string[]) => parseCaptions(["WEBVTT", "", ...lines].join("\n"), "vtt", "call.vtt");
const srt = (...lines: string[]) => parseCaptions(lines.join("\n"), "srt", "call.srt");
const said = async (entries: ReturnType<typeof vtt>) =>
  (await entries).map(({ speaker, utterance }) => [speaker, utterance]);

describe("WebVTT", () => {
  test("cues become entries with offsets in milliseconds", async () => {
    // 1 h 2 min 3.456 s = 3,600,000 + 120,000 + 3,456 ms
    expect(await vtt("intro", "01:02:03.456 --> 01:02:04.000 align:start", "<v Agent>Hello</v>")).toEqual([
      { start_offset_ms: 3_723_456, end_offset_ms: 3_724_000, speaker: "AGENT", utterance: "Hello" },
    ]);
  });

  test("the voice says who speaks: the agent, or else the user", async () => {
    const entries = vtt(
      "00:01.000 --> 00:02.000",
      "<v.loud Ava (agent)>One",
      "",
      "00:02.000 --> 00:03.000",
      "<v Dana Reyes>Two",
      "",
      "00:03.000 --> 00:04.000",
      "Three",
      "",
      "00:04.000 --> 00:05.000",
      "<v Agentha>Four",
    );
    expect(await said(entries)).toEqual([
      ["AGENT", "One"],
      ["USER", "Two"],
      ["USER", "Three"],
      ["USER", "Four"],
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

  test("every cue that cannot be read is named with its line", async () => {
    const broken = vtt(
      "00:01.000 --> soon",
      "a",
      "",
      "00:02.000 --> 00:03.000",
      "b",
      "",
      "x --> 00:04.000",
      "c",
    );
    await expect(broken).rejects.toMatchObject({
      outcome: "usage",
      options: { details: [{ where: "call.vtt:3:1" }, { where: "call.vtt:9:1" }] },
    });
  });

  test("a file without words is refused", async () => {
    await expect(vtt("00:01.000 --> 00:02.000", "<i> </i>")).rejects.toMatchObject({
      outcome: "usage",
      message: "the transcript holds no cue with words",
    });
    await expect(parseCaptions("just text", "vtt", "call.vtt")).rejects.toMatchObject({ outcome: "usage" });
  });
});

describe("SubRip", () => {
  test("a prefix says who speaks, and is no part of what is said", async () => {
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
      ["USER", "Note: it's urgent"],
      ["USER", "Reminder: no one is named here"],
    ]);
    expect((await entries)[0]).toMatchObject({ start_offset_ms: 200, end_offset_ms: 2120 });
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
});
