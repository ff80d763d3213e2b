/** AssemblyAI, "Get transcript" (`/v2/transcript/{id}`): milliseconds; `speaker_labels` or `multichannel`. */
import { z } from "zod";
import { joinWords, type SpeechFormat } from "./spoken.ts";

const Said = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  speaker: z.string().nullish(),
  channel: z.union([z.string(), z.number()]).nullish(),
});
const Answer = z.object({
  id: z.string(),
  status: z.literal("completed"),
  words: z.array(Said).nullish(),
  utterances: z.array(Said).nullish(),
});

export const assemblyai: SpeechFormat = {
  name: "AssemblyAI",
  read(value) {
    const { data } = Answer.safeParse(value);
    if (!data) return undefined;
    const toSpoken = ({ text, start, end, speaker, channel }: z.infer<typeof Said>) => ({
      start_ms: start,
      end_ms: end,
      speaker: speaker ?? (channel === null || channel === undefined ? undefined : `channel ${channel}`),
      text,
    });
    return data.utterances && data.utterances.length > 0
      ? data.utterances.map(toSpoken)
      : joinWords((data.words ?? []).map(toSpoken));
  },
};
