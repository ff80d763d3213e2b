/**
 * A server that recognizes speech without a model: it knows the sentences, and finds the one that sounds most
 * like the request.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { samplesOf } from "../../src/engine/voice/pcm.ts";

const WAV_HEADER_BYTES = 44;
/** Samples of 10 ms. */
const STEP = 160;
const QUIET = 120;
/** How many steps a sentence may begin earlier or later than the audio cut from a call. */
const SHIFT = 40;
/** How similar a sentence must be to count as recognized. */
const LIKE = 0.8;

/** Loudness, brightness and sharpness, every 10 ms from the first sound to the last. */
function features(samples: Int16Array): number[][] {
  const rows: number[][] = [];
  for (let at = 0; at + STEP <= samples.length; at += STEP) {
    const frame = samples.subarray(at, at + STEP);
    let energy = 0;
    let change = 0;
    let crossings = 0;
    for (let n = 1; n < STEP; n++) {
      const [before = 0, now = 0] = [frame[n - 1], frame[n]];
      energy += now * now;
      change += (now - before) ** 2;
      if (now >= 0 !== before >= 0) crossings++;
    }
    rows.push([Math.log10(1000 + energy / STEP), Math.log10(1000 + change / STEP), crossings / STEP]);
  }
  const loud = (row: number[]) => (row[0] ?? 0) > Math.log10(1000 + QUIET * QUIET);
  return rows.slice(Math.max(0, rows.findIndex(loud)), rows.findLastIndex(loud) + 1);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [am, bm] = [mean(a), mean(b)];
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (const [at, one] of a.entries()) {
    const [x, y] = [one - am, (b[at] ?? 0) - bm];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

/** From -1 to 1: the best mean correlation at any shift. */
function likeness(heard: readonly number[][], known: readonly number[][]): number {
  let best = -1;
  for (let shift = -SHIFT; shift <= SHIFT; shift++) {
    const pairs = heard.flatMap((row, at) => {
      const other = known[at + shift];
      return other ? [[row, other] as const] : [];
    });
    if (pairs.length < 0.8 * Math.max(heard.length, known.length)) continue;
    const each = [0, 1, 2].map((kind) =>
      correlation(
        pairs.map(([row]) => row[kind] ?? 0),
        pairs.map(([, row]) => row[kind] ?? 0),
      ),
    );
    best = Math.max(best, each.reduce((sum, one) => sum + one, 0) / each.length);
  }
  return best;
}

export interface TranscriptionServer {
  readonly base_url: string;
  /** The fields of each request, and its answer. */
  readonly asked: { readonly path: string; readonly fields: Record<string, string>; readonly text: string }[];
  close(): void;
}

/** @param sentences possible sentences, as sound at 16 kHz, by their words */
export async function startTranscriptionServer(
  sentences: ReadonlyMap<string, Int16Array>,
): Promise<TranscriptionServer> {
  const known = [...sentences].map(([text, sound]) => ({ text, rows: features(sound) }));
  const asked: TranscriptionServer["asked"] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(Uint8Array.from(body), { headers }).formData();
    const file = form.get("file") as Blob;
    const heard = features(samplesOf(Buffer.from(await file.arrayBuffer()).subarray(WAV_HEADER_BYTES)));
    const [best] = known
      .map(({ text, rows }) => ({ text, like: likeness(heard, rows) }))
      .sort((a, b) => b.like - a.like);
    const text = best && best.like >= LIKE ? best.text : "";
    const fields = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    asked.push({ path: request.url ?? "", fields: Object.fromEntries(fields), text });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { base_url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
}
