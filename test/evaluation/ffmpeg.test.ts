import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import { type RunningService, serve } from "../../src/service/server.ts";
import { dataUrl, evaluated, fixture } from "../support/evaluations.ts";
import { ACME_KEY, callsWith } from "../support/service.ts";

/**
 * Replaces ffmpeg: a program that takes its arguments, reads the file that they name, and writes WAV. The
 * recording's bytes after the first twelve tell it what to do.
 */
const PROGRAM = `#!${process.execPath}
const { appendFileSync, readFileSync, writeSync } = require("node:fs");
const { join } = require("node:path");
const args = process.argv.slice(2);
appendFileSync(join(__dirname, "asked"), JSON.stringify({ args, env: Object.keys(process.env) }) + "\\n");
const path = args[args.indexOf("-i") + 1].replace("file:", "");
const does = readFileSync(path).subarray(12).toString("utf8").split(" ");
if (does[0] === "decode") process.stdout.write(readFileSync(does[1]));
else { process.stderr.write("moov atom not found\\n"); process.exitCode = 1; }
`;

const folder = mkdtempSync(join(tmpdir(), "parley-ffmpeg-"));
const ffmpeg = join(folder, "ffmpeg");
let running: RunningService;
beforeAll(async () => {
  writeFileSync(ffmpeg, PROGRAM);
  chmodSync(ffmpeg, 0o755);
  const organization = { name: "acme", api_key: ACME_KEY, agents: [{ id: 101, name: "Front desk" }] };
  running = await serve({
    host: "127.0.0.1",
    port: 0,
    ffmpeg,
    seeds: [Seed.parse({ kind: "Seed", organizations: [organization] })],
    report: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});
const acme: ReturnType<typeof callsWith> = (...call) => callsWith(running.url, ACME_KEY)(...call);

const { transcript } = JSON.parse(fixture("recordings/booking.json").toString());
const wav = new URL("../../fixtures/recordings/booking.wav", import.meta.url).pathname;
/** The first twelve bytes determine the format of a file. */
const m4a = (does: string) => Buffer.concat([Buffer.from("\0\0\0\u0018ftypM4A "), Buffer.from(does)]);

describe("a recording in another medium", () => {
  test("is decoded by ffmpeg, which is told what it may read", async () => {
    const recording_base64 = dataUrl(m4a(`decode ${wav}`), "audio/mp4");
    const log = await evaluated(acme, { recording_base64, transcript, multichannel: true });
    expect(log.evaluation).toMatchObject({
      timing_from: "recording",
      recording: { status: "EVALUATED", encoding: "pcm_s16", duration_ms: 12_190 },
    });
    const { args, env } = JSON.parse(readFileSync(join(folder, "asked"), "utf8").split("\n")[0] ?? "");
    expect(args.join(" ")).toMatch(
      /^-nostdin -hide_banner -loglevel error -protocol_whitelist file -f mov -i file:\S+ -map 0:a:0 -c:a pcm_s16le -f wav pipe:1$/,
    );
    expect(env.filter((name: string) => name !== "__CF_USER_TEXT_ENCODING")).toEqual([]);
  });

  test("that ffmpeg cannot decode leaves the evaluation incomplete, in its words", async () => {
    const log = await evaluated(acme, { recording_base64: dataUrl(m4a("fail"), "audio/mp4"), transcript });
    expect(log).toMatchObject({
      status: "INCOMPLETED",
      evaluation: {
        recording: {
          status: "NOT_EVALUATED",
          reason: "unreadable_recording",
          message: "ffmpeg cannot decode it: moov atom not found",
        },
      },
    });
  });
});
