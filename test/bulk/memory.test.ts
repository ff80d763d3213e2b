import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";

const parley = useCli();
const GIB = 1024 ** 3;
const HEADER = readFileSync(resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav")).subarray(
  0,
  44,
);

test("a recording of 1 GiB is hashed and submitted in less than 90 MB of memory", async () => {
  const file = join(parley.home, "long.wav");
  writeFileSync(file, HEADER);
  truncateSync(file, GIB);
  const manifest = join(parley.home, "calls.jsonl");
  const row = { agent_id: "1", start_time_utc: "2026-11-01T12:00:00Z", recording_file: "long.wav" };
  writeFileSync(manifest, JSON.stringify(row));
  // At its end, prints the most memory that the process ever had, in KiB. On Linux, `maxRSS` includes the
  // parent's memory before the program was loaded, but VmHWM does not.
  const probe = join(parley.home, "probe.cjs");
  const peak = join(parley.home, "peak");
  writeFileSync(
    probe,
    `const { readFileSync, writeFileSync } = require("node:fs");
     const peak = () => process.platform === "linux"
       ? /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]
       : process.resourceUsage().maxRSS;
     process.on("exit", () => writeFileSync(${JSON.stringify(peak)}, String(peak())));`,
  );

  let received = 0;
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on("end", () => response.end('{"status":"success","call_id":"c-1","message":"queued"}'));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { code, stderr, json } = await parley(["evaluate", manifest, "--json", "--quiet"], {
    env: {
      PARLEY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PARLEY_API_KEY: "k",
      NODE_OPTIONS: `--require ${probe}`,
    },
  });
  server.close();
  expect({ code, stderr, done: json.summary.done }).toEqual({ code: 0, stderr: "", done: 1 });
  expect(received).toBeGreaterThan((GIB * 4) / 3);
  expect(Number(readFileSync(peak, "utf8")) * 1024).toBeLessThan(90e6);
}, 180_000);
