/**
 * The thread that synthesizes speech with Flite, reads the speech of programs and servers, and generates noise. All take longer than the frames of a
 * call can wait.
 */
import { parentPort, workerData } from "node:worker_threads";
import { File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { type NoiseKind, noiseLoop, recordedLoop } from "../../../engine/voice/noise.ts";
import { levelled, SAMPLE_RATE, toSample } from "../../../engine/voice/pcm.ts";
import { resampled } from "../../../engine/voice/resample.ts";
import { readWav, speechOf } from "./read-wav.ts";

export type ToThread = { readonly ask: number } & (
  | { readonly text: string; readonly voice: string; readonly speed: number; readonly pitch: number }
  | { readonly wav: Uint8Array }
  | { readonly noise: NoiseKind }
  | { readonly noise_wav: Uint8Array }
);

export type FromThread = { readonly ask: number } & (
  | { readonly speech: Int16Array<ArrayBuffer> }
  | { readonly loop: Float32Array<SharedArrayBuffer> }
  | { readonly failed: string }
);

/** What a thread receives when it starts. Compiled once for all threads. */
export interface ThreadData {
  readonly flite: WebAssembly.Module;
}

const OUTPUT = "speech.wav";

/** Runs Flite once, with its files in memory. */
async function flite(words: readonly string[]): Promise<Uint8Array> {
  const files = new Map();
  const nothing = () => new OpenFile(new File([]));
  const wasi = new WASI(
    ["flite", ...words, `/${OUTPUT}`],
    [],
    [nothing(), nothing(), nothing(), new PreopenDirectory("/", files)],
    { debug: false },
  );
  const { flite: compiled } = workerData as ThreadData;
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<WASI["start"]>[0]);
  const file = files.get(OUTPUT);
  if (code !== 0 || !(file instanceof File)) throw new Error(`Flite ended with exit code ${code}`);
  return file.data;
}

/**
 * Synthesizes a text. A higher voice is synthesized more slowly and played faster, so that its speed stays
 * the same.
 */
async function speak({ text, voice, speed, pitch }: Extract<ToThread, { text: string }>) {
  const stretch = pitch / speed;
  const wav = await flite(["-voice", voice, "--setf", `duration_stretch=${stretch}`, "-t", text]);
  const { samples, rate_hz } = readWav(wav);
  const raised = resampled(samples, Math.round(rate_hz * pitch), SAMPLE_RATE);
  return levelled(Int16Array.from(raised, toSample));
}

function recorded(wav: Uint8Array): Float32Array {
  const { samples, rate_hz } = readWav(wav);
  const loop = recordedLoop(resampled(samples, rate_hz, SAMPLE_RATE));
  if (!loop) throw new Error("it is silent");
  return loop;
}

/** Shared memory, which all calls with this noise read. */
function shared(loop: Float32Array): Float32Array<SharedArrayBuffer> {
  const copy = new Float32Array(new SharedArrayBuffer(loop.byteLength));
  copy.set(loop);
  return copy;
}

async function answer(message: ToThread): Promise<FromThread> {
  const { ask } = message;
  try {
    if ("wav" in message) return { ask, speech: new Int16Array(speechOf(message.wav)) };
    if ("noise" in message) return { ask, loop: shared(noiseLoop(message.noise)) };
    if ("noise_wav" in message) return { ask, loop: shared(recorded(message.noise_wav)) };
    return { ask, speech: new Int16Array(await speak(message)) };
  } catch (error) {
    return { ask, failed: error instanceof Error ? error.message : String(error) };
  }
}

/** One at a time, because a thread can only do one thing at a time. */
let last: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (message: ToThread) => {
  last = last.then(async () => {
    const reply = await answer(message);
    parentPort?.postMessage(reply, "speech" in reply ? [reply.speech.buffer] : []);
  });
});
