/**
 * Google Cloud Speech-to-Text, v1 and v2: the answer, or the operation around it. Times are durations such as
 * "1.300s".
 */
import { z } from "zod";
import { joinWords, type SpeechFormat, type Spoken } from "./spoken.ts";

const time = z.string().regex(/^\d+(\.\d+)?s$/);
const Word = z.object({
  word: z.string(),
  startTime: time.optional(),
  endTime: time.optional(),
  startOffset: time.optional(),
  endOffset: time.optional(),
  speakerTag: z.number().optional(),
  speakerLabel: z.string().optional(),
});
type Word = z.infer<typeof Word>;

const Result = z.object({
  alternatives: z.array(z.object({ words: z.array(Word).optional() })).optional(),
  channelTag: z.number().optional(),
});
const Answer = z.object({ results: z.array(Result).min(1) });
const Operation = z.object({ response: Answer });

export const google: SpeechFormat = {
  name: "Google Cloud Speech-to-Text",
  read(value) {
    const data = Answer.safeParse(value).data ?? Operation.safeParse(value).data?.response;
    const results = data?.results.map(({ alternatives, channelTag }) => ({
      words: alternatives?.[0]?.words ?? [],
      channelTag,
    }));
    if (!results?.some(({ words }) => words.length > 0)) return undefined;
    // With diarization, v1 repeats all words with their speakers in the last result.
    const last = results.at(-1);
    const diarized = last?.words.some(({ speakerTag }) => speakerTag) ? [last] : results;
    return diarized.flatMap(({ words, channelTag }) =>
      joinWords(words.map((word) => toSpoken(word, channelTag))),
    );
  },
};

/** The service leaves out a time of zero. */
const ms = (duration = "0s") => Number(duration.slice(0, -1)) * 1000;

function toSpoken(word: Word, channel: number | undefined): Spoken {
  const label = word.speakerLabel ?? (word.speakerTag ? `speaker ${word.speakerTag}` : undefined);
  return {
    start_ms: ms(word.startTime ?? word.startOffset),
    end_ms: ms(word.endTime ?? word.endOffset),
    speaker: label || (channel ? `channel ${channel}` : undefined),
    text: word.word,
  };
}
