/** What the service does per second. */
import { join } from "node:path";
import { latencies, peak, request } from "../support/load.mjs";
import { digitalHuman } from "../support/manifests.mjs";
import { startService, useFolder } from "../support/processes.mjs";
import { fullSeed } from "../support/seeds.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "The service";

const CREATE = request("POST", "/v1/create-digital-human", { digital_human: digitalHuman(1) });
const READS = [
  { what: "E8, a page of 50 metrics", path: "/v1/custom-metrics" },
  { what: "E7, 1,000 digital humans", path: "/v1/digital-humans-by-simulation/7" },
  { what: "E19, 50 versions of a prompt", path: "/v1/agents/101/prompts/versions" },
];

export async function measure() {
  const folder = useFolder();
  const service = await startService(folder.path, fullSeed, ["--data", join(folder.path, "data")]);
  try {
    return [await answersOf(service.url), await waitsAt(service.url)];
  } finally {
    await service.stop();
    folder.remove();
  }
}

async function answersOf(url) {
  const paces = await inTurns(
    {
      create: () => peak(url, CREATE),
      ...Object.fromEntries(
        READS.map(({ what, path }) => [what, () => peak(url, request("GET", path), { milliseconds: 700 })]),
      ),
    },
    { rounds: 5, budget_ms: 30_000 },
  );
  return {
    unit: "answers a second, 64 connections",
    rows: [
      { what: "E4, a durable create", at_least: 3000, ...summary(paces.create) },
      ...READS.map(({ what }) => ({ what, ...summary(paces[what]) })),
    ],
  };
}

async function waitsAt(url) {
  const atHalf = async (bytes) => {
    const per_second = (await peak(url, bytes)) / 2;
    return (await latencies(url, bytes, { per_second })).p99;
  };
  const times = await inTurns(
    { create: () => atHalf(CREATE), read: () => atHalf(request("GET", READS[0].path)) },
    { rounds: 3, budget_ms: 20_000, warm_up: false },
  );
  return {
    unit: "ms, p99 at half the peak load",
    rows: [
      { what: "E4, a durable create", at_most: 20, ...summary(times.create) },
      { what: READS[0].what, at_most: 20, ...summary(times.read) },
    ],
  };
}
