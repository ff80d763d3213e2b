import { spawn } from "node:child_process";
import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";
import { SpeechFailure, type Synthesizer, sayable } from "./synthesizer.ts";
import type { SpeechThreads } from "./threads.ts";

/** Words per minute at normal speed: the default of espeak-ng. */
const WORDS_A_MINUTE = 175;
const TIMEOUT_MS = 30_000;
/** Ten minutes of stereo at 48 kHz. */
const OUTPUT_MAXIMUM = 120 * 1024 * 1024;

/** The names of espeak-ng's voices for the accents that it supports. */
const ACCENTS: Readonly<Record<string, string>> = {
  american: "en-us",
  american2: "en-us",
  mature: "en-us",
  southern: "en-us",
  british: "en-gb",
  scottish: "en-gb-scotland",
  irish: "en-gb",
  welsh: "en-gb",
  australian: "en-gb",
  indian: "en-029",
  mexican: "es-419",
};
const LANGUAGES: Readonly<Record<string, string>> = { zh: "cmn", pt: "pt-br", en: "en-us" };

/**
 * The name of a voice in espeak-ng: the accent if it belongs to the language, otherwise the language, with a
 * variant for the gender.
 */
function espeakVoice({ language, accent, gender }: SpeakerSettings): string {
  const named = accent === null ? undefined : ACCENTS[accent];
  const voice = named?.startsWith(language) ? named : (LANGUAGES[language] ?? language);
  return gender === "female" ? `${voice}+f3` : voice;
}

/**
 * A program that reads text on stdin and writes a WAV file to stdout. Replaces `{voice}`, `{language}`,
 * `{gender}`, and `{wpm}` in its arguments. Uses no shell.
 *
 * @param command such as `espeak-ng --stdin --stdout -v {voice} -s {wpm}`
 */
export function createCommandSpeech(command: string, threads: Pick<SpeechThreads, "read">): Synthesizer {
  const [program = "", ...words] = command.split(/\s+/).filter(Boolean);

  async function render(text: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array> {
    const filling: Readonly<Record<string, string>> = {
      voice: espeakVoice(speaker),
      language: speaker.language,
      gender: speaker.gender ?? "male",
      wpm: String(Math.round(WORDS_A_MINUTE * speaker.speed)),
    };
    const filled = words.map((word) => word.replace(/\{(\w+)\}/g, (whole, name) => filling[name] ?? whole));
    const wav = await outputOf(program, filled, sayable(text), signal);
    try {
      return await threads.read(wav);
    } catch (error) {
      throw new SpeechFailure(`${program} did not write a WAV file: ${(error as Error).message}`);
    }
  }

  return {
    name: `command ${command}`,
    async refusal(speaker) {
      try {
        const speech = await render("1 2 3", speaker);
        if (speech.length > 0) return undefined;
        return `${program} does not speak "${speaker.language}"`;
      } catch (error) {
        if (error instanceof SpeechFailure) return error.message;
        throw error;
      }
    },
    render,
  };
}

function outputOf(
  program: string,
  words: readonly string[],
  text: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new SpeechFailure(`${program} (PARLEY_TTS_COMMAND) ${why}`));
    const child = spawn(program, words, {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: TIMEOUT_MS,
      ...(signal && { signal }),
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let stderr = "";
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > OUTPUT_MAXIMUM) child.kill();
      else pieces.push(piece);
    });
    child.stderr.on("data", (piece: Buffer) => {
      stderr = `${stderr}${piece}`.slice(0, 300);
    });
    child.on("error", (error) => fail(`could not be run: ${error.message}`));
    child.on("close", (code, killed) => {
      if (code === 0) resolve(Buffer.concat(pieces));
      else fail(`ended with ${killed ?? `exit code ${code}`}${stderr ? `: ${stderr.trim()}` : ""}`);
    });
    // A program that has failed does not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(text);
  });
}
