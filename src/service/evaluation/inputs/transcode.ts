import { spawn } from "node:child_process";
import type { RecordingMediaType } from "../../../contract/media.ts";
import { Unavailable } from "./unavailable.ts";

const TIMEOUT_MS = 10 * 60_000;
/** The maximum of decoded bytes: a call of 16 hours with two channels at 16 kHz. */
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_WORDS = 2000;

/** Sets the demultiplexer, so that a file cannot pass itself off as a playlist that refers to other files. */
const DEMUXERS: Readonly<Record<RecordingMediaType, string>> = {
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/mp4": "mov",
  "video/mp4": "mov",
};

/** Decodes the first audio stream of a file to 16-bit WAV with ffmpeg, in pieces. Throws `Unavailable`. */
export async function* transcode(
  ffmpeg: string,
  path: string,
  media_type: RecordingMediaType,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const input = ["-protocol_whitelist", "file", "-f", DEMUXERS[media_type], "-i", `file:${path}`];
  const output = ["-map", "0:a:0", "-c:a", "pcm_s16le", "-f", "wav", "pipe:1"];
  const program = spawn(ffmpeg, ["-nostdin", "-hide_banner", "-loglevel", "error", ...input, ...output], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {},
    signal,
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  let words = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, MAX_WORDS);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    program.once("error", reject);
    program.once("close", resolve);
  });
  // Awaited below. A program that cannot be started fails before that.
  ended.catch(() => undefined);
  try {
    let bytes = 0;
    for await (const piece of program.stdout) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new Unavailable("unreadable_recording", "the recording is too long");
      yield piece;
    }
    if ((await ended) === 0) return;
    throw new Unavailable(
      "unreadable_recording",
      `ffmpeg cannot decode it: ${words.trim() || "no reason given"}`,
    );
  } finally {
    program.kill("SIGKILL");
  }
}
