import { request } from "undici";
import { bytesOf, SAMPLE_RATE } from "../../../engine/voice/pcm.ts";
import { textUpTo } from "../../network/text-up-to.ts";
import { endpointOf, type SpeechServer } from "../speech/endpoint.ts";
import { wavHeader } from "../wav-header.ts";

export interface RecognizerOptions extends SpeechServer {
  /** OpenAI's path by default. whisper.cpp's server uses /inference. */
  readonly path?: string;
}

/** Turns speech into words. */
export interface Recognizer {
  /** Undefined if it failed. Empty if nothing was said. */
  transcribe(speech: Int16Array, language: string, signal: AbortSignal): Promise<string | undefined>;
}

const PATH = "/v1/audio/transcriptions";
const TIMEOUT_MS = 20_000;
const ANSWER_MAXIMUM = 256 * 1024;
/** Silence added at both ends, because recognizers drop short words at the edges. */
const PADDING_S = 2;

/** Uses any server with OpenAI's `/v1/audio/transcriptions`, or whisper.cpp's. */
export function createRecognizer(
  { base_url, model, api_key, path = PATH }: RecognizerOptions,
  report: (error: unknown) => void,
): Recognizer {
  const url = endpointOf(base_url, path);
  return {
    async transcribe(speech, language, signal) {
      const form = new FormData();
      form.set("file", padded(speech), "turn.wav");
      form.set("model", model);
      form.set("language", language);
      form.set("response_format", "json");
      try {
        // Node writes its own form: on Node 24, undici's request never ends the body of one.
        const written = new Response(form);
        const answer = await request(url, {
          method: "POST",
          headers: {
            "content-type": written.headers.get("content-type") ?? "",
            ...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
          },
          body: new Uint8Array(await written.arrayBuffer()),
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        const text = await textUpTo(answer.body, ANSWER_MAXIMUM);
        if (answer.statusCode !== 200) throw new Error(`${url} answered with status ${answer.statusCode}`);
        if (text === undefined)
          throw new Error(`${url} answered with more than ${ANSWER_MAXIMUM / 1024} KiB`);
        const parsed: unknown = JSON.parse(text);
        if (
          typeof parsed !== "object" ||
          parsed === null ||
          !("text" in parsed) ||
          typeof parsed.text !== "string"
        )
          throw new Error(`${url} sent no text`);
        return parsed.text.replace(/\s+/g, " ").trim();
      } catch (error) {
        if (!signal.aborted) report(error);
        return undefined;
      }
    },
  };
}

/** A WAV file with silence on both sides. */
function padded(speech: Int16Array): Blob {
  const silence = new Uint8Array(2 * PADDING_S * SAMPLE_RATE);
  const header = wavHeader(2 * silence.length + 2 * speech.length, 1);
  return new Blob([Uint8Array.from(header), silence, Uint8Array.from(bytesOf(speech)), silence], {
    type: "audio/wav",
  });
}
