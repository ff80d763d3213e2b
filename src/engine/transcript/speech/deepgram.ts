/** Deepgram, "Pre-recorded audio" (`/v1/listen`): seconds; `utterances=true`, `diarize=true`, `multichannel=true`. */
import { z } from "zod";
import { joinWords, type SpeechFormat } from "./spoken.ts";

const Word = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  start: z.number(),
  end: z.number(),
  speaker: z.number().optional(),
});
const Utterance = z.object({
  start: z.number(),
  end: z.number(),
  transcript: z.string(),
  channel: z.number().optional(),
  speaker: z.number().optional(),
});
const Answer = z.object({
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(z.object({ words: z.array(Word) })) })),
    utterances: z.array(Utterance).nullish(),
  }),
});

export const deepgram: SpeechFormat = {
  name: "Deepgram",
  read(value) {
    const { data } = Answer.safeParse(value);
    if (!data) return undefined;
    const { channels, utterances } = data.results;
    const speakerOf = (channel: number | undefined, speaker: number | undefined) =>
      channels.length > 1 ? `channel ${channel}` : speaker === undefined ? undefined : `speaker ${speaker}`;
    if (utterances && utterances.length > 0)
      return utterances.map(({ start, end, transcript, channel, speaker }) => ({
        start_ms: start * 1000,
        end_ms: end * 1000,
        speaker: speakerOf(channel, speaker),
        text: transcript,
      }));
    return channels.flatMap(({ alternatives: [best] }, channel) =>
      joinWords(
        (best?.words ?? []).map(({ word, punctuated_word, start, end, speaker }) => ({
          start_ms: start * 1000,
          end_ms: end * 1000,
          speaker: speakerOf(channel, speaker),
          text: punctuated_word ?? word,
        })),
      ),
    );
  },
};
