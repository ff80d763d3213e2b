import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { mediaTypeOf } from "../../../src/cli/calls/format.ts";
import { parseTranscriptJson } from "../../../src/cli/calls/transcript-json.ts";
import { recordingMediaType } from "../../../src/contract/media.ts";
import { RecordingAnalyzer } from "../../../src/engine/audio/recording-analyzer.ts";
import { channelCount } from "../../../src/engine/audio/wav/channel-count.ts";
import { WavError } from "../../../src/engine/audio/wav/wav-error.ts";
import { parseTranscript } from "../../../src/engine/transcript/parse.ts";
import { changed, edited } from "../inputs.ts";
import { target } from "../target.ts";
import { refuses } from "./refused.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../../fixtures", name));
const words = { word: "hello", start: 0.1, end: 0.5, speaker: 0, punctuated_word: "Hello" };
const jsonFiles = [
  JSON.parse(fixture("recordings/booking.json").toString()),
  [{ speaker: "AGENT", utterance: "Hello", start_offset_ms: 0, end_offset_ms: 500 }],
  { results: { channels: [{ alternatives: [{ transcript: "hello", words: [words] }] }], utterances: [] } },
  { utterances: [{ speaker: "A", text: "Hello", start: 100, end: 500 }], status: "completed" },
  {
    results: {
      items: [
        { type: "pronunciation", start_time: "0.1", end_time: "0.5", alternatives: [{ content: "Hello" }] },
      ],
    },
  },
  {
    results: [
      {
        alternatives: [{ transcript: "hello", words: [{ word: "hello", startTime: "0.1s", endTime: "1s" }] }],
      },
    ],
  },
  {
    recognizedPhrases: [{ channel: 0, offsetInTicks: 1, durationInTicks: 5, nBest: [{ display: "Hello" }] }],
  },
  { text: "hello", segments: [{ start: 0, end: 1, text: "hello" }], language: "en" },
];
const captions = [fixture("transcripts/booking.vtt"), fixture("transcripts/booking.srt")].map((text) =>
  text.toString(),
);

/** A transcript file of `parley evaluate`. */
export const transcriptFile = target({
  name: "transcript-file",
  share: 8,
  inputs: fc.oneof(
    fc.record({
      type: fc.constant("json" as const),
      text: changed(fc.constantFrom(...jsonFiles)).map((value) => JSON.stringify(value)),
    }),
    fc.record({
      type: fc.constantFrom("vtt" as const, "srt" as const),
      text: edited(fc.constantFrom(...captions)),
    }),
  ),
  run: ({ type, text }) =>
    refuses(async () => {
      if (type === "json") await parseTranscriptJson(text, "call.json", "AGENT");
      else await parseTranscript(text, { spoke_first: "USER" });
    }),
});

/** `original_transcript`, and fetched transcripts, which the service reads in any format. */
export const transcriptText = target({
  name: "transcript-text",
  share: 8,
  inputs: fc.oneof(
    edited(fc.constantFrom(...captions, fixture("transcripts/refund.txt").toString())),
    changed(fc.constantFrom(...jsonFiles)).map((value) => JSON.stringify(value)),
  ),
  async run(text) {
    const { turns } = await parseTranscript(text);
    for (const { utterance } of turns)
      if (typeof utterance !== "string") throw new Error("a turn without text");
  },
});

const wav = fixture("recordings/booking.wav").subarray(0, 3000).toString("latin1");

/** A recording, from its first byte on. */
export const recording = target({
  name: "recording",
  share: 10,
  inputs: fc.record({
    file: fc.oneof(edited(fc.constant(wav)), edited(fc.constant(wav.slice(0, 60)))),
    piece: fc.integer({ min: 1, max: 4000 }),
  }),
  run: ({ file, piece }) =>
    refuses(() => {
      const content = Buffer.from(file, "latin1");
      channelCount(content.subarray(0, 512));
      recordingMediaType(content.subarray(0, 12));
      const analyzer = new RecordingAnalyzer();
      try {
        for (let at = 0; at < content.length; at += piece) analyzer.push(content.subarray(at, at + piece));
        const { duration_ms } = analyzer.end();
        if (!Number.isFinite(duration_ms)) throw new Error(`a duration of ${duration_ms}`);
      } catch (error) {
        if (!(error instanceof WavError)) throw error;
      }
      mediaTypeOf(content, "call.wav");
    }),
});
