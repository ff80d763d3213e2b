import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTranscript } from "./transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-transcript-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(file: string, content: unknown) {
  const path = join(folder, file);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readTranscript(path, file);
}

const hello = { speaker: "AGENT", utterance: "Hello" };

describe("a transcript file", () => {
  test.each([
    ["brackets", "[".repeat(6_000_000)],
    ["empty objects", `[${"{},".repeat(6_000_000)}{}]`],
  ])("of nothing but %s is refused before it is parsed, which would fill the memory", async (_, content) => {
    await expect(read("bomb.json", content)).rejects.toThrow("the file has more than 5 million values");
  });

  test("of captions has 16 MB at most", async () => {
    const cue = "00:00:00.000 --> 00:00:01.000\n<v A>x\n\n";
    await expect(read("long.vtt", `WEBVTT\n\n${cue.repeat(450_000)}`)).rejects.toThrow("larger than 16 MB");
  });

  test("in the API's own form keeps all that it says", async () => {
    const file = {
      transcript: [{ ...hello, filler_utterance: true }],
      tool_calls: [{ name: "find_slot" }],
      conversation_ended_by: "USER",
    };
    expect(await read("call.json", file)).toEqual({ call: file, guessed: false });
  });

  test("may be any JSON in which a conversation is found", async () => {
    const messages = [
      { role: "assistant", content: "Hello" },
      { role: "user", content: "Hi" },
    ];
    const transcript = [hello, { speaker: "USER", utterance: "Hi" }];
    const lines = messages.map((message) => JSON.stringify(message)).join("\n");
    for (const file of [{ messages }, lines, { transcript: "Agent: Hello\nUser: Hi" }])
      expect(await read("chat.json", file)).toEqual({ call: { transcript }, guessed: false });
  });

  test("that only names persons says that the agent was guessed", async () => {
    const names = [
      { speaker: "Ava", utterance: "Clinic, how can I help?" },
      { speaker: "Dana", utterance: "Hi" },
    ];
    const { call, guessed } = await read("names.json", names);
    expect(guessed).toBe(true);
    expect(call.transcript?.map(({ speaker }) => speaker)).toEqual(["AGENT", "USER"]);
  });
});

describe("a transcript file is refused", () => {
  test.each<[string, unknown, string]>([
    ["slip.json", [hello, { speaker: "USER", uterance: "Hi" }], "the transcript has faults"],
    ["slips.json", [{ speaker: "USER", uterance: "Hi" }], "the transcript has faults"],
    ["offset.json", [{ ...hello, start_offset_ms: "0" }], "the transcript has faults"],
    ["text.json", "Agent: Hello", "the transcript is not valid JSON: "],
    ["cut.json", '{"transcript": [', "the transcript is not valid JSON: "],
    ["silent.json", { text: "", segments: [] }, "the OpenAI Whisper transcript contains no words"],
    ["words.vtt", "just text", "the file is not WebVTT or SubRip: it has no cues"],
    ["json.srt", [hello], "the file is not WebVTT or SubRip: it has no cues"],
    ["silent.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<i> </i>", "the transcript has no cue with words"],
  ])("%s", async (file, content, message) => {
    await expect(read(file, content)).rejects.toMatchObject({
      outcome: "usage",
      message: expect.stringContaining(message),
    });
  });

  test("with the line of each cue that cannot be read", async () => {
    const text = "WEBVTT\n\n00:01.000 --> soon\na\n\n00:02.000 --> 00:03.000\nb\n\nx --> 00:04.000\nc";
    await expect(read("broken.vtt", text)).rejects.toMatchObject({
      options: { details: [{ where: "broken.vtt:3:1" }, { where: "broken.vtt:9:1" }] },
    });
  });
});
