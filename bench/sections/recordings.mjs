/** Long recordings: how fast one is sent, and how much memory client and service use for it. */
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { HEADER_BYTES, wavHeader } from "../../scripts/wav.mjs";
import {
  environment,
  KEY,
  PARLEY,
  run,
  runMeasured,
  startServer,
  startService,
  useFolder,
} from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Recordings";

const MB = 1024 * 1024;

export async function measure() {
  const folder = useFolder();
  try {
    return [...(await sending(folder.path)), ...(await taking(folder.path))];
  } finally {
    folder.remove();
  }
}

const evaluate = (file) => [
  PARLEY,
  "evaluate",
  "--agent",
  "101",
  "--recording",
  file,
  "--start-time",
  "2026-01-01T00:00:00Z",
  "--json",
];

async function sending(folder) {
  const server = await startServer("nothing.mjs");
  const env = environment(folder, server.url);
  const sized = (bytes) => wav(join(folder, `${bytes}.wav`), bytes);
  const [small, middle, large] = [sized(10 * MB), sized(256 * MB), sized(1024 * MB)];
  const peaks = { small: [], middle: [], large: [] };
  const send = async (size, file) => {
    const { milliseconds, peak_mb } = await runMeasured(evaluate(file), { folder, env, cwd: folder });
    peaks[size].push(peak_mb);
    return milliseconds;
  };
  const pipe = `base64 -w0 "$0" | curl -s -o /dev/null -T - "$1/v1/upload"`;
  try {
    const times = await inTurns(
      {
        small: () => send("small", small),
        middle: () => send("middle", middle),
        large: () => send("large", large),
        curl: async () => (await run("sh", ["-c", pipe, large, server.url], { env })).milliseconds,
      },
      { rounds: 3, budget_ms: 30_000, warm_up: false },
    );
    return [
      {
        unit: "× `base64 -w0 FILE \\| curl -T -`",
        rows: [
          {
            what: "`parley evaluate` of 1 GiB, whole process",
            at_most: 0.85,
            ...ratio(times.large, times.curl),
          },
        ],
      },
      {
        unit: "ms",
        rows: [
          { what: "`parley evaluate` of 1 GiB", ...summary(times.large) },
          { what: "`base64 -w0 FILE \\| curl -T -`", ...summary(times.curl) },
        ],
      },
      {
        unit: "MB at most in memory",
        rows: [
          { what: "`parley evaluate` of 10 MiB", at_most: 90, ...summary(peaks.small) },
          { what: "`parley evaluate` of 256 MiB", at_most: 90, ...summary(peaks.middle) },
          { what: "`parley evaluate` of 1 GiB", at_most: 90, ...summary(peaks.large) },
        ],
      },
    ];
  } finally {
    await server.stop();
  }
}

/** How far an upload and the evaluation that follows it raise the service's memory. */
async function taking(folder) {
  const seed = {
    kind: "Seed",
    organizations: [{ name: "bench", api_key: KEY, agents: [{ id: 101, name: "Front desk" }] }],
  };
  const service = await startService(folder, seed, ["--data", join(folder, "data")]);
  const env = environment(folder, service.url);
  const rise = async (file) => {
    service.forgetPeak();
    const { now_mb } = service.memory();
    await run(process.execPath, evaluate(file), { env, cwd: folder });
    return service.memory().peak_mb - now_mb;
  };
  const [small, large] = [wav(join(folder, "s.wav"), 8 * MB), wav(join(folder, "l.wav"), 90 * MB)];
  try {
    const rises = await inTurns(
      { small: () => rise(small), large: () => rise(large) },
      { rounds: 3, budget_ms: 20_000 },
    );
    return [
      {
        unit: "MB more in the service",
        rows: [
          { what: "while it takes a recording of 8 MiB", at_most: 20, ...summary(rises.small) },
          { what: "while it takes a recording of 90 MiB", at_most: 20, ...summary(rises.large) },
        ],
      },
    ];
  } finally {
    await service.stop();
  }
}

/** A silent WAV file that takes no space on the disk: 8 kHz, one channel, 16 bits. */
function wav(path, bytes) {
  const header = wavHeader({ channels: 1, rate: 8000, bytes: bytes - HEADER_BYTES });
  const file = openSync(path, "w");
  ftruncateSync(file, bytes);
  writeSync(file, header, 0, header.length, 0);
  closeSync(file);
  return path;
}
