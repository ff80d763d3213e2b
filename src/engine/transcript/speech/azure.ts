/** Azure AI Speech: the files of a batch transcription (ticks of 100 ns), and fast transcription (milliseconds). */
import { z } from "zod";
import type { SpeechFormat } from "./spoken.ts";

const who = { speaker: z.number().optional(), channel: z.number().optional() };
const Batch = z.object({
  recognizedPhrases: z.array(
    z.object({
      ...who,
      offsetInTicks: z.number(),
      durationInTicks: z.number(),
      nBest: z.array(z.object({ display: z.string() })).optional(),
    }),
  ),
});
const Fast = z.object({
  phrases: z.array(
    z.object({
      ...who,
      offsetMilliseconds: z.number(),
      durationMilliseconds: z.number(),
      text: z.string(),
    }),
  ),
});

const TICKS_IN_MS = 10_000;

interface Phrase {
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly speaker: number | undefined;
  readonly channel: number | undefined;
  readonly text: string;
}

export const azure: SpeechFormat = {
  name: "Azure AI Speech",
  read(value) {
    const phrases = fromBatch(value) ?? fromFast(value);
    if (!phrases) return undefined;
    const channels = new Set(phrases.map(({ channel }) => channel));
    return phrases.map(({ start_ms, duration_ms, speaker, channel, text }) => ({
      start_ms,
      end_ms: start_ms + duration_ms,
      speaker:
        channels.size > 1 ? `channel ${channel}` : speaker === undefined ? undefined : `speaker ${speaker}`,
      text,
    }));
  },
};

const fromBatch = (value: unknown): Phrase[] | undefined =>
  Batch.safeParse(value).data?.recognizedPhrases.map(
    ({ offsetInTicks, durationInTicks, nBest, speaker, channel }) => ({
      start_ms: offsetInTicks / TICKS_IN_MS,
      duration_ms: durationInTicks / TICKS_IN_MS,
      speaker,
      channel,
      text: nBest?.[0]?.display ?? "",
    }),
  );

const fromFast = (value: unknown): Phrase[] | undefined =>
  Fast.safeParse(value).data?.phrases.map(
    ({ offsetMilliseconds, durationMilliseconds, speaker, channel, text }) => ({
      start_ms: offsetMilliseconds,
      duration_ms: durationMilliseconds,
      speaker,
      channel,
      text,
    }),
  );
