import { createHash } from "node:crypto";
import { joined, partsOf, soundOf } from "../../../engine/voice/marks.ts";
import type { Noise } from "../../../engine/voice/noise.ts";
import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";
import { createCommandSpeech } from "./command.ts";
import { createFlite } from "./flite.ts";
import { createHttpSpeech, type HttpSpeechOptions } from "./http.ts";
import { readNoiseFile } from "./noise-file.ts";
import { hasWords, SpeechFailure, type Synthesizer } from "./synthesizer.ts";
import { createSpeechThreads } from "./threads.ts";

/**
 * What synthesizes speech for digital humans: a server, otherwise a program, otherwise the built-in voice.
 */
export interface SpeechOptions {
  readonly server?: HttpSpeechOptions;
  readonly command?: string;
  /** The folder with recordings of background noise. */
  readonly noise_folder?: string;
}

export interface Speech {
  /** Why there is no voice for a speaker, for people. Undefined if there is one. Checked once per speaker. */
  refusal(speaker: SpeakerSettings): Promise<string | undefined>;
  /** What a text sounds like: its words in the voice of the speaker, and its marks as tones. */
  render(text: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array>;
  /** A loop of background noise. Throws `SpeechFailure` if a file of noise cannot be used. */
  noise(noise: Noise): Promise<Float32Array>;
  close(): Promise<void>;
}

/** How many bytes of speech to cache: half an hour. */
const KEPT_MAXIMUM = 64 * 1024 * 1024;

/** Synthesizes speech, and caches it by the hash of everything that it depends on. */
export function createSpeech({ server, command, noise_folder }: SpeechOptions): Speech {
  const threads = createSpeechThreads();
  const synthesizer: Synthesizer = server
    ? createHttpSpeech(server, threads)
    : command !== undefined
      ? createCommandSpeech(command, threads)
      : createFlite(threads);
  const kept = new Map<string, Promise<Int16Array>>();
  const loops = new Map<string, Promise<Float32Array>>();
  const refusals = new Map<string, Promise<string | undefined>>();
  let bytes = 0;

  function makeRoom(): void {
    for (const [key, speech] of kept) {
      if (bytes <= KEPT_MAXIMUM) return;
      kept.delete(key);
      speech.then(
        ({ byteLength }) => {
          bytes -= byteLength;
        },
        () => undefined,
      );
    }
  }

  async function fileLoop(name: string): Promise<Float32Array> {
    const file = await readNoiseFile(noise_folder, name);
    const key = createHash("sha256").update(file).digest("hex");
    const loop = loops.get(key) ?? threads.noise(file);
    loops.set(key, loop);
    try {
      return await loop;
    } catch (error) {
      loops.delete(key);
      throw new SpeechFailure(`background_noise_file "${name}" cannot be used: ${(error as Error).message}`);
    }
  }

  function speak(words: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array> {
    // Given no words, many programs write nothing at all, and servers refuse.
    if (!hasWords(words)) return Promise.resolve(new Int16Array(0));
    const key = createHash("sha256")
      .update(JSON.stringify([synthesizer.name, words, speaker]))
      .digest("hex");
    const cached = kept.get(key);
    if (cached) {
      kept.delete(key);
      kept.set(key, cached);
      return cached;
    }
    const rendered = synthesizer.render(words, speaker, signal);
    kept.set(key, rendered);
    rendered.then(
      ({ byteLength }) => {
        bytes += byteLength;
        makeRoom();
      },
      () => kept.delete(key),
    );
    return rendered;
  }

  return {
    refusal(speaker) {
      const key = JSON.stringify([speaker.language, speaker.gender, speaker.accent]);
      const refused = refusals.get(key) ?? synthesizer.refusal(speaker);
      refusals.set(key, refused);
      // Something that failed may work the next time.
      const forget = () => refusals.delete(key);
      refused.then((refusal) => refusal !== undefined && forget(), forget);
      return refused;
    },
    async render(text, speaker, signal) {
      const parts = partsOf(text);
      if (parts.every((part) => "words" in part)) return speak(text, speaker, signal);
      return joined(
        await Promise.all(
          parts.map((part) => ("mark" in part ? soundOf(part.mark) : speak(part.words, speaker, signal))),
        ),
      );
    },
    async noise(noise) {
      // A file may have been replaced, so it is read each time.
      if (typeof noise !== "string") return fileLoop(noise.file);
      const loop = loops.get(noise) ?? threads.noise(noise);
      loops.set(noise, loop);
      loop.catch(() => loops.delete(noise));
      return loop;
    },
    close: () => threads.close(),
  };
}
