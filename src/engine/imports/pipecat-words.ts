/** Which of the messages about the agent's words say what it spoke. */
import { type Fields, fieldsOf } from "../../contract/is-object.ts";
import { textOf } from "./fields.ts";

/** The words that a message adds to a turn of the agent, if any. */
type WordsOf = (message: Fields) => string | undefined;

/**
 * The first source that has any words: what was spoken (`bot-output`, `bot-tts-text`), what the model wrote
 * (`bot-transcription`), and at last `bot-output` that was not to be spoken, in a written conversation.
 */
export function spokenIn(messages: readonly Fields[]): WordsOf {
  const outputs = messages.filter(({ type }) => type === "bot-output");
  const sources = [
    ofSegments(outputs),
    ofMessages(outputs.filter(({ data }) => fieldsOf(data)["spoken"] === true)),
    ofMessages(messages.filter(({ type }) => type === "bot-tts-text")),
    ofMessages(messages.filter(({ type }) => type === "bot-transcription")),
    ofMessages(outputs),
  ];
  const words = sources.find((source) => source.size > 0);
  return (message) => words?.get(message);
}

const ofMessages = (messages: readonly Fields[]): ReadonlyMap<Fields, string> =>
  new Map(
    messages.flatMap((message) => {
      const text = textOf(fieldsOf(message["data"])["text"]);
      return text === undefined ? [] : [[message, text]];
    }),
  );

/**
 * Protocol 2: several messages tell how far each segment has been spoken. What was spoken of it counts where
 * its first message is.
 */
function ofSegments(outputs: readonly Fields[]): ReadonlyMap<Fields, string> {
  const segments = new Map<unknown, { readonly first: Fields; text?: string | undefined }>();
  for (const message of outputs) {
    const { segment_id, spoken_status, spoken_progress, text } = fieldsOf(message["data"]);
    if (typeof spoken_status !== "string") continue;
    const segment = segments.get(segment_id) ?? { first: message };
    const spoken = textOf(
      spoken_status === "completed" ? text : fieldsOf(spoken_progress)["accumulated_text"],
    );
    segments.set(segment_id, { ...segment, text: spoken ?? segment.text });
  }
  return new Map(
    [...segments.values()].flatMap(({ first, text }) => (text === undefined ? [] : [[first, text]])),
  );
}
