/** Recordings during upload: what they cost the service, and what is left when it is killed. */
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { openPost, replyTo } from "../support/raw.ts";
import { type Served, startService } from "../support/served.ts";

const parley = useCli();
const data = join(parley.home, "data");
const recordings = () => readdirSync(join(data, "recordings"));

async function start(): Promise<Served> {
  const seed = join(parley.home, "seed.yaml");
  writeFileSync(
    seed,
    "kind: Seed\norganizations: [{ name: acme, api_key: pk_acme, agents: [{ id: 101, name: Front desk }] }]\n",
  );
  return startService(parley, "--data", data, "--seed", seed);
}

const HEAD =
  '{"agent_id":"101","start_time_utc":"2025-03-01T10:00:00Z","participants":[{"role":"AGENT"},{"role":"USER"}],' +
  '"recording_base64":"data:audio/wav;base64,';
/** 3 MiB of bytes that are not a WAV file, because this measures the upload and not the evaluation. */
const PIECE = "QUJD".repeat(1024 * 1024);

/** Opens a request and sends a part of its recording. */
async function sendPart(service: Served, pieces: number): Promise<ClientRequest> {
  const sent = openPost(`${service.url}/v1/evaluate`, {
    "X-API-Key": "pk_acme",
    "Transfer-Encoding": "chunked",
  });
  sent.on("error", () => undefined);
  sent.write(HEAD);
  for (let piece = 0; piece < pieces; piece++) if (!sent.write(PIECE)) await once(sent, "drain");
  return sent;
}

test("a service that is killed while recordings come has none of them left after its next start", async () => {
  const first = await start();
  const whole = await sendPart(first, 1);
  whole.end('"}');
  expect((await replyTo(whole)).status).toBe(200);
  const kept = recordings();
  expect(kept).toHaveLength(1);
  const parts = await Promise.all([1, 1, 1].map((pieces) => sendPart(first, pieces)));
  await expect.poll(recordings).toHaveLength(4);
  await first.stop("SIGKILL");
  for (const part of parts) part.destroy();
  expect(recordings()).toHaveLength(4);
  const second = await start();
  await expect.poll(recordings).toEqual(kept);
  await second.stop("SIGKILL");
});

test.skipIf(process.platform !== "linux")(
  "the memory of a service grows by less than 20 MB while it takes a recording of 240 MB",
  async () => {
    const service = await start();
    const upload = async (pieces: number) => {
      const sent = await sendPart(service, pieces);
      sent.end('"}');
      expect((await replyTo(sent)).status).toBe(200);
    };
    const { pid } = service.process;
    const memory = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
    // Memory for code loaded by the first uploads remains in use.
    for (let round = 0; round < 3; round++) await upload(20);
    const grown = async () => {
      writeFileSync(`/proc/${pid}/clear_refs`, "5");
      const before = memory("VmRSS");
      await upload(80);
      return memory("VmHWM") - before;
    };
    // On a busy machine, garbage may be collected late. What an upload needs, each of them needs.
    const several = [await grown(), await grown(), await grown()];
    expect(Math.min(...several), several.join(", ")).toBeLessThan(20);
    await service.stop("SIGKILL");
  },
  120_000,
);
