import { request } from "undici";
import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";
import { endpointOf, type SpeechServer } from "./endpoint.ts";
import { SpeechFailure, type Synthesizer, sayable } from "./synthesizer.ts";
import type { SpeechThreads } from "./threads.ts";

export interface HttpSpeechOptions extends SpeechServer {
  /** Names of the server's voices by `language/gender/accent`, `language/gender`, `language` or `default`. */
  readonly voices: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 60_000;
const ANSWER_MAXIMUM = 120 * 1024 * 1024;

/** The server's voice for a speaker: the closest match in the map. */
function mappedVoice(
  voices: HttpSpeechOptions["voices"],
  { language, gender, accent }: SpeakerSettings,
): string | undefined {
  const names = [
    `${language}/${gender ?? "male"}/${accent ?? ""}`,
    `${language}/${gender ?? "male"}`,
    language,
  ];
  return [...names, "default"].map((name) => voices[name]).find((voice) => voice !== undefined);
}

/** Any server with OpenAI's `/v1/audio/speech`. */
export function createHttpSpeech(
  options: HttpSpeechOptions,
  threads: Pick<SpeechThreads, "read">,
): Synthesizer {
  const url = endpointOf(options.base_url, "/v1/audio/speech");
  const fail = (why: string) => new SpeechFailure(`${new URL(url).host} (PARLEY_TTS_BASE_URL) ${why}`);

  async function render(text: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array> {
    const voice = mappedVoice(options.voices, speaker);
    if (voice === undefined) throw fail(`has no voice for "${speaker.language}" in PARLEY_TTS_VOICE_MAP`);
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.api_key !== undefined && { authorization: `Bearer ${options.api_key}` }),
      },
      body: JSON.stringify({
        model: options.model,
        input: sayable(text),
        voice,
        response_format: "wav",
        speed: speaker.speed,
      }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    }).catch((error: Error) => {
      throw fail(`cannot be reached: ${error.message}`);
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw fail(`answered with status ${answer.statusCode}`);
    }
    const wav = new Uint8Array(await answer.body.arrayBuffer());
    if (wav.length > ANSWER_MAXIMUM) throw fail("sent more audio than a line can take");
    try {
      return await threads.read(wav);
    } catch (error) {
      throw fail(`did not send a WAV file: ${(error as Error).message}`);
    }
  }

  return {
    name: JSON.stringify(["http", url, options.model, options.voices]),
    async refusal(speaker) {
      try {
        const speech = await render("one, two, three", speaker);
        return speech.length > 0 ? undefined : `${new URL(url).host} does not speak "${speaker.language}"`;
      } catch (error) {
        if (error instanceof SpeechFailure) return error.message;
        throw error;
      }
    },
    render,
  };
}
