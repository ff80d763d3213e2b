/** AWS Transcribe, the output of a transcription job: seconds as text; speaker or channel labels. */
import { z } from "zod";
import { joinWords, type SpeechFormat, type Spoken } from "./spoken.ts";

const Item = z.object({
  type: z.enum(["pronunciation", "punctuation"]),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  speaker_label: z.string().optional(),
  channel_label: z.string().optional(),
  alternatives: z.array(z.object({ content: z.string() })).min(1),
});
type Item = z.infer<typeof Item>;

const Segment = z.object({
  items: z.array(z.object({ start_time: z.string(), speaker_label: z.string() })),
});
const Answer = z.object({
  results: z.object({
    transcripts: z.array(z.object({ transcript: z.string() })),
    items: z.array(Item),
    speaker_labels: z.object({ segments: z.array(Segment) }).optional(),
    channel_labels: z
      .object({ channels: z.array(z.object({ channel_label: z.string(), items: z.array(Item) })) })
      .optional(),
  }),
});

export const awsTranscribe: SpeechFormat = {
  name: "AWS Transcribe",
  read(value) {
    const { data } = Answer.safeParse(value);
    if (!data) return undefined;
    const { items, speaker_labels, channel_labels } = data.results;
    if (channel_labels)
      return channel_labels.channels.flatMap(({ channel_label, items: own }) =>
        joinWords(toWords(own, () => channel_label)),
      );
    // Older jobs name the speaker only in the segments.
    const labels = new Map(
      (speaker_labels?.segments ?? []).flatMap((segment) =>
        segment.items.map(({ start_time, speaker_label }) => [start_time, speaker_label] as const),
      ),
    );
    return joinWords(
      toWords(items, ({ speaker_label, start_time }) => speaker_label ?? labels.get(start_time ?? "")),
    );
  },
};

/** Words with the punctuation that follows them, which has no time of its own. */
function toWords(items: readonly Item[], speakerOf: (item: Item) => string | undefined): Spoken[] {
  const words: Spoken[] = [];
  for (const item of items) {
    const text = item.alternatives[0]?.content ?? "";
    const last = words.at(-1);
    if (item.type === "punctuation") {
      if (last) words[words.length - 1] = { ...last, text: last.text + text };
    } else
      words.push({
        start_ms: Number(item.start_time) * 1000,
        end_ms: Number(item.end_time) * 1000,
        speaker: speakerOf(item),
        text,
      });
  }
  return words;
}
