/**
 * Answers in the services' documented format, cut to what a short call needs. The agent says hello, the
 * caller asks.
 */
import { describe, expect, test } from "vitest";
import { parseTranscript } from "../parse.ts";

const read = async (answer: unknown, spoke_first?: "AGENT" | "USER") =>
  parseTranscript(JSON.stringify(answer), { spoke_first });
const lines = async (answer: unknown, first?: "AGENT" | "USER") =>
  (await read(answer, first)).turns.map(
    ({ start_offset_ms, end_offset_ms, role, utterance }) =>
      `${start_offset_ms}-${end_offset_ms} ${role}: ${utterance}`,
  );

describe("Deepgram", () => {
  const word = (text: string, start: number, end: number, speaker?: number) => ({
    word: text.toLowerCase().replace(/\W/g, ""),
    start,
    end,
    confidence: 0.99,
    punctuated_word: text,
    ...(speaker !== undefined && { speaker, speaker_confidence: 0.8 }),
  });
  const around = (results: object) => ({
    metadata: { request_id: "c3f0", created: "2026-11-01T12:00:00Z", duration: 4.1, channels: 1 },
    results,
  });
  const alternative = (words: object[]) => ({
    alternatives: [{ transcript: "", confidence: 0.99, words }],
  });

  test("utterances of a diarized call", async () => {
    const utterance = (speaker: number, start: number, end: number, transcript: string) => ({
      start,
      end,
      confidence: 0.97,
      channel: 0,
      transcript,
      words: [],
      speaker,
      id: "u",
    });
    const answer = around({
      channels: [alternative([])],
      utterances: [utterance(0, 0.08, 1.52, "Clinic, hello."), utterance(1, 1.9, 3.1, "I need a slot.")],
    });
    expect(await lines(answer)).toEqual(["80-1520 AGENT: Clinic, hello.", "1900-3100 USER: I need a slot."]);
    expect((await read(answer)).attribution).toBe("inferred");
  });

  test("words without speakers, split when the speaker changes", async () => {
    const words = [word("Hello.", 0.1, 0.5, 0), word("Hi,", 0.6, 0.8, 1), word("Dana.", 0.8, 1.2, 1)];
    expect(await lines(around({ channels: [alternative(words)] }))).toEqual([
      "100-500 AGENT: Hello.",
      "600-1200 USER: Hi, Dana.",
    ]);
  });

  test("a channel for each side: parted by pauses, in the order of time", async () => {
    const caller = [word("Yes?", 1, 1.2)];
    // 2.5 s after the end of "Hello.", its side speaks again, which is another entry.
    const agent = [
      word("Hello.", 0.1, 0.5),
      word("Are", 3, 3.1),
      word("you", 3.2, 3.4),
      word("there?", 3.4, 4),
    ];
    expect(await lines(around({ channels: [alternative(caller), alternative(agent)] }))).toEqual([
      "100-500 AGENT: Hello.",
      "1000-1200 USER: Yes?",
      "3000-4000 AGENT: Are you there?",
    ]);
  });
});

describe("AssemblyAI", () => {
  const around = (rest: object) => ({
    id: "5552493-16d8-42d8-8feb-c2a16b56f6e8",
    language_model: "assemblyai_default",
    status: "completed",
    audio_url: "https://example.com/call.mp3",
    text: "Hello. I need a slot.",
    ...rest,
  });
  const said = (speaker: string | null, start: number, end: number, text: string) => ({
    confidence: 0.95,
    start,
    end,
    text,
    speaker,
  });

  test("utterances with speaker labels", async () => {
    const utterances = [said("A", 250, 900, "Hello."), said("B", 1200, 2100, "I need a slot.")];
    expect(await lines(around({ utterances, words: [] }))).toEqual([
      "250-900 AGENT: Hello.",
      "1200-2100 USER: I need a slot.",
    ]);
  });

  test("words without speakers are the user's", async () => {
    const words = [said(null, 250, 900, "Hello."), said(null, 950, 1200, "Yes.")];
    expect(await lines(around({ utterances: null, words }))).toEqual(["250-1200 USER: Hello. Yes."]);
    expect((await read(around({ utterances: null, words }))).attribution).toBe("unknown");
  });

  test("names of speakers that it identified say who is the agent", async () => {
    const utterances = [said("Customer", 0, 900, "Hello?"), said("Agent", 1200, 2100, "Clinic, hello.")];
    expect(await lines(around({ utterances }))).toEqual([
      "0-900 USER: Hello?",
      "1200-2100 AGENT: Clinic, hello.",
    ]);
    expect((await read(around({ utterances }))).attribution).toBe("labelled");
  });
});

describe("AWS Transcribe", () => {
  const word = (content: string, start_time: string, end_time: string, label: object = {}) => ({
    type: "pronunciation",
    alternatives: [{ confidence: "0.99", content }],
    start_time,
    end_time,
    ...label,
  });
  const mark = (content: string, label: object = {}) => ({
    type: "punctuation",
    alternatives: [{ confidence: "0.0", content }],
    ...label,
  });
  const around = (results: object) => ({
    jobName: "call-1",
    accountId: "111122223333",
    status: "COMPLETED",
    results: { transcripts: [{ transcript: "Hello. Hi." }], ...results },
  });
  const expected = ["40-600 AGENT: Hello.", "900-1400 USER: Hi, Dana."];

  test("reads the speaker of each item", async () => {
    const [one, two] = [{ speaker_label: "spk_0" }, { speaker_label: "spk_1" }];
    const items = [
      word("Hello", "0.04", "0.6", one),
      mark(".", one),
      word("Hi", "0.9", "1.1", two),
      mark(",", two),
      word("Dana", "1.1", "1.4", two),
      mark(".", two),
    ];
    expect(await lines(around({ items }))).toEqual(expected);
  });

  test("reads speakers that only segments name, as in older jobs", async () => {
    const items = [
      word("Hello", "0.04", "0.6"),
      mark("."),
      word("Hi", "0.9", "1.1"),
      mark(","),
      word("Dana", "1.1", "1.4"),
      mark("."),
    ];
    const segment = (speaker_label: string, ...starts: string[]) => ({
      start_time: starts[0],
      end_time: "9.9",
      speaker_label,
      items: starts.map((start_time) => ({ start_time, end_time: "9.9", speaker_label })),
    });
    const segments = [segment("spk_0", "0.04"), segment("spk_1", "0.9", "1.1")];
    expect(await lines(around({ items, speaker_labels: { speakers: 2, segments } }))).toEqual(expected);
  });

  test("a channel for each side", async () => {
    const agent = [word("Hello", "0.04", "0.6"), mark(".")];
    const user = [word("Hi", "0.9", "1.1"), mark(","), word("Dana", "1.1", "1.4"), mark(".")];
    const channels = [
      { channel_label: "ch_0", items: user },
      { channel_label: "ch_1", items: agent },
    ];
    expect(await lines(around({ items: [...agent, ...user], channel_labels: { channels } }))).toEqual(
      expected,
    );
  });
});

describe("Google Cloud Speech-to-Text", () => {
  test("v1 with diarization: the last result repeats all words with their speakers", async () => {
    const word = (text: string, startTime: string, endTime: string, speakerTag?: number) => ({
      startTime,
      endTime,
      word: text,
      ...(speakerTag && { speakerTag }),
    });
    const plain = {
      transcript: "Hello. Hi.",
      words: [word("Hello.", "0s", "0.600s"), word("Hi.", "1s", "1.5s")],
    };
    const speakers = { words: [word("Hello.", "0s", "0.600s", 1), word("Hi.", "1s", "1.5s", 2)] };
    const results = [
      { alternatives: [plain], languageCode: "en-us", resultEndTime: "1.5s" },
      { alternatives: [speakers] },
    ];
    const expected = ["0-600 AGENT: Hello.", "1000-1500 USER: Hi."];
    expect(await lines({ results, totalBilledTime: "15s", requestId: "7" })).toEqual(expected);
    const operation = { name: "4711", done: true, response: { "@type": "type.googleapis.com/x", results } };
    expect(await lines(operation)).toEqual(expected);
  });

  test("v2: offsets, speaker labels, and a start of zero left out", async () => {
    const words = [
      { endOffset: "0.400s", word: "Hello.", speakerLabel: "1" },
      { startOffset: "0.900s", endOffset: "1.300s", word: "Hi.", speakerLabel: "2" },
    ];
    expect(await lines({ results: [{ alternatives: [{ transcript: "Hello. Hi.", words }] }] })).toEqual([
      "0-400 AGENT: Hello.",
      "900-1300 USER: Hi.",
    ]);
  });

  test("a channel for each side", async () => {
    const said = (channelTag: number, word: string, startTime: string, endTime: string) => ({
      channelTag,
      alternatives: [{ transcript: word, words: [{ word, startTime, endTime }] }],
    });
    const results = [said(1, "Hi.", "1s", "1.5s"), said(2, "Hello.", "0.1s", "0.600s")];
    expect(await lines({ results })).toEqual(["100-600 AGENT: Hello.", "1000-1500 USER: Hi."]);
  });
});

describe("Azure AI Speech", () => {
  test("a batch transcription's file: ticks of 100 ns", async () => {
    const phrase = (speaker: number, offsetInTicks: number, durationInTicks: number, display: string) => ({
      recognitionStatus: "Success",
      channel: 0,
      speaker,
      offset: "PT0S",
      duration: "PT1S",
      offsetInTicks,
      durationInTicks,
      nBest: [{ confidence: 0.9, lexical: display.toLowerCase(), itn: display, maskedITN: display, display }],
    });
    const answer = {
      source: "https://example.com/call.wav",
      timestamp: "2026-11-01T12:00:00Z",
      durationInTicks: 41200000,
      combinedRecognizedPhrases: [{ channel: 0, display: "Hello. Hi." }],
      recognizedPhrases: [phrase(1, 700_000, 5_300_000, "Hello."), phrase(2, 9_000_000, 4_000_000, "Hi.")],
    };
    // 700,000 ticks are 70 ms; they end 530 ms later.
    expect(await lines(answer)).toEqual(["70-600 AGENT: Hello.", "900-1300 USER: Hi."]);
  });

  test("fast transcription, a channel for each side", async () => {
    const phrase = (channel: number, offsetMilliseconds: number, text: string) => ({
      channel,
      offsetMilliseconds,
      durationMilliseconds: 500,
      text,
      words: [],
      locale: "en-US",
      confidence: 0.9,
    });
    const answer = {
      durationMilliseconds: 2000,
      combinedPhrases: [
        { channel: 0, text: "Hi." },
        { channel: 1, text: "Hello." },
      ],
      phrases: [phrase(0, 900, "Hi."), phrase(1, 100, "Hello.")],
    };
    expect(await lines(answer)).toEqual(["100-600 AGENT: Hello.", "900-1400 USER: Hi."]);
  });
});

describe("OpenAI Whisper", () => {
  const segment = (id: number, start: number, end: number, text: string) => ({
    id,
    seek: 0,
    start,
    end,
    text,
    tokens: [50364],
    temperature: 0,
    avg_logprob: -0.28,
    compression_ratio: 1.2,
    no_speech_prob: 0.01,
  });

  test("verbose_json knows no speakers: all is the user's", async () => {
    const segments = [segment(0, 0, 1.2, " Hello."), segment(1, 1.2, 2.48, " I need a slot.")];
    const answer = { task: "transcribe", language: "english", duration: 2.48, text: " Hello. I …", segments };
    expect(await lines(answer)).toEqual(["0-1200 USER: Hello.", "1200-2480 USER: I need a slot."]);
  });

  test("diarized_json", async () => {
    const segments = [
      { type: "transcript.text.segment", id: "s1", start: 0, end: 1.2, speaker: "A", text: "Hello." },
      { type: "transcript.text.segment", id: "s2", start: 1.5, end: 2, speaker: "B", text: "Hi." },
    ];
    expect(await lines({ task: "transcribe", duration: 2, text: "Hello. Hi.", segments })).toEqual([
      "0-1200 AGENT: Hello.",
      "1500-2000 USER: Hi.",
    ]);
  });
});

test("where the user spoke first, the first speaker is the user", async () => {
  const utterances = [
    { speaker: "A", start: 0, end: 500, text: "Hello?" },
    { speaker: "B", start: 900, end: 1500, text: "Clinic, hello." },
  ];
  const answer = { id: "1", status: "completed", utterances };
  expect(await lines(answer, "USER")).toEqual(["0-500 USER: Hello?", "900-1500 AGENT: Clinic, hello."]);
});

test("an answer without words says whose it is, and so does one that only looks like an answer", async () => {
  expect(await read({ text: "", segments: [] })).toMatchObject({ service: "OpenAI Whisper", turns: [] });
  expect(await read({ id: "1", status: "queued", utterances: null, words: null })).not.toHaveProperty(
    "service",
  );
  const own = { id: "1", status: "completed", transcript: [{ speaker: "AGENT", utterance: "Hello" }] };
  expect((await read(own)).turns).toEqual([{ role: "AGENT", utterance: "Hello" }]);
});

test("names and numbers of speakers are distinguished from words for a side", async () => {
  const said = (speaker: string, start: number, text: string) => ({ speaker, start, end: start + 500, text });
  const answer = (...utterances: object[]) => ({ id: "1", status: "completed", utterances });
  expect(await lines(answer(said("A", 0, "Hello?"), said("B", 900, "Clinic, how can I help?")))).toEqual([
    "0-500 USER: Hello?",
    "900-1400 AGENT: Clinic, how can I help?",
  ]);
  expect(await lines(answer(said("Agente", 0, "Hola."), said("Cliente", 900, "Hola.")))).toEqual([
    "0-500 AGENT: Hola.",
    "900-1400 USER: Hola.",
  ]);
});
