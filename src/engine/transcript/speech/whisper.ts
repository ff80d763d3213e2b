/** OpenAI transcriptions, `verbose_json` (Whisper, no speakers) and `diarized_json`: seconds. */
import { z } from "zod";
import type { SpeechFormat } from "./spoken.ts";

const Answer = z.object({
  text: z.string(),
  segments: z.array(
    z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.string().optional() }),
  ),
});

export const whisper: SpeechFormat = {
  name: "OpenAI Whisper",
  read: (value) =>
    Answer.safeParse(value).data?.segments.map(({ start, end, text, speaker }) => ({
      start_ms: start * 1000,
      end_ms: end * 1000,
      speaker,
      text,
    })),
};
