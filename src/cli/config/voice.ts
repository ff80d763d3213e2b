import { usage } from "../../lib/failure.ts";
import type { ModelSettings } from "./model.ts";

/** How digital humans speak and hear on a call, in the form that the service needs. */
interface VoiceSettings {
  readonly speech: {
    readonly server?: ModelSettings & { readonly voices: Readonly<Record<string, string>> };
    readonly command?: string;
    readonly noise_folder?: string;
  };
  readonly recognizer?: ModelSettings & { readonly path?: string };
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The speech, the speech recognition and the folder of noises that the environment names. Without its
 * variables, the built-in voice speaks and speech is not recognized.
 *
 * @throws Failure (usage)
 */
export function voiceSettings(env: Env): VoiceSettings {
  const { PARLEY_TTS_BASE_URL, PARLEY_TTS_COMMAND, PARLEY_STT_BASE_URL, PARLEY_STT_PATH } = env;
  const { PARLEY_NOISE_FOLDER } = env;
  if (PARLEY_TTS_BASE_URL && PARLEY_TTS_COMMAND)
    throw usage("PARLEY_TTS_BASE_URL and PARLEY_TTS_COMMAND cannot be used together");
  if (PARLEY_STT_PATH && !PARLEY_STT_PATH.startsWith("/"))
    throw usage("PARLEY_STT_PATH must begin with /, such as /inference");
  return {
    speech: {
      ...(PARLEY_TTS_BASE_URL && {
        server: { ...serverOf(env, "TTS", PARLEY_TTS_BASE_URL, "tts-1"), voices: voicesOf(env) },
      }),
      ...(PARLEY_TTS_COMMAND && { command: PARLEY_TTS_COMMAND }),
      ...(PARLEY_NOISE_FOLDER && { noise_folder: PARLEY_NOISE_FOLDER }),
    },
    ...(PARLEY_STT_BASE_URL && {
      recognizer: {
        ...serverOf(env, "STT", PARLEY_STT_BASE_URL, "whisper-1"),
        ...(PARLEY_STT_PATH && { path: PARLEY_STT_PATH }),
      },
    }),
  };
}

function serverOf(env: Env, kind: "TTS" | "STT", base_url: string, usual_model: string): ModelSettings {
  const name = `PARLEY_${kind}_BASE_URL`;
  if (!URL.canParse(base_url) || !/^https?:$/.test(new URL(base_url).protocol))
    throw usage(`${name} must be an http(s) URL, not "${base_url}"`, {
      hint: "give the part before /v1/audio, such as http://127.0.0.1:8880",
    });
  const api_key = env[`PARLEY_${kind}_API_KEY`];
  return { base_url, model: env[`PARLEY_${kind}_MODEL`] || usual_model, ...(api_key && { api_key }) };
}

function voicesOf({ PARLEY_TTS_VOICE_MAP: text }: Env): Readonly<Record<string, string>> {
  if (!text) return { default: "alloy" };
  const refused = usage("PARLEY_TTS_VOICE_MAP must be a JSON object of names", {
    hint: 'such as {"en/female": "af_heart", "de": "de_anna", "default": "af_heart"}',
  });
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    throw refused;
  }
  const isMap =
    typeof map === "object" && map !== null && Object.values(map).every((name) => typeof name === "string");
  if (!isMap) throw refused;
  return map as Record<string, string>;
}
