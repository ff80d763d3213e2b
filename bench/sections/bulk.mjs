/** Sends many digital humans at once: how close the program gets to a bare client. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { asJsonLines, digitalHuman } from "../support/manifests.mjs";
import {
  environment,
  KEY,
  PARLEY,
  run,
  startServer,
  startService,
  timeNode,
  useFolder,
} from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Bulk";

const SENT = 10_000;
const STORED = 10_000;
const CONNECTIONS = 64;
const CURL_PARALLEL = 1_000;
const POOL = join(import.meta.dirname, "../clients/undici-pool.mjs");

export async function measure() {
  const folder = useFolder();
  const put = (name, text) => {
    const file = join(folder.path, name);
    writeFileSync(file, text);
    return file;
  };
  try {
    return [...(await sending(folder.path, put)), ...(await storing(folder.path, put))];
  } finally {
    folder.remove();
  }
}

const apply = (file, connections) => [
  PARLEY,
  "dh",
  "apply",
  "-f",
  file,
  "--yes",
  "--quiet",
  "--restart",
  "--concurrency",
  String(connections),
  "-o",
  "csv",
  "--fields",
  "id",
];

/** Requests per second between the first and the last, as a server that does nothing sees them. */
async function sending(folder, put) {
  const server = await startServer("nothing.mjs");
  const manifest = put("sent.jsonl", asJsonLines(SENT, 1));
  const body = put("body.json", JSON.stringify({ digital_human: digitalHuman(1), simulation_ids: [1] }));
  const options = { env: environment(folder, server.url), cwd: folder };
  const pace = async (work) => {
    await work();
    const { posts, milliseconds } = await (await fetch(`${server.url}/bench`)).json();
    return (posts / milliseconds) * 1000;
  };
  const curl = [
    "-s",
    "-o",
    join(folder, "answer"),
    "-H",
    "content-type: application/json",
    "--data",
    `@${body}`,
  ];
  const target = `${server.url}/v1/create-digital-human`;
  const config = put("curl.txt", `url = "${target}"\n`.repeat(CURL_PARALLEL));
  try {
    const paces = await inTurns(
      {
        pool: () => pace(() => timeNode([POOL, SENT, CONNECTIONS, body].map(String), options)),
        apply: () => pace(() => timeNode(apply(manifest, CONNECTIONS), options)),
        parallel: () =>
          pace(() =>
            run(
              "curl",
              ["--parallel", "--parallel-max", "64", ...curl.slice(0, 1), ...curl.slice(3), "-K", config],
              options,
            ),
          ),
      },
      { rounds: 5, budget_ms: 25_000 },
    );
    return [
      {
        unit: "requests a second",
        rows: [
          {
            what: `\`dh apply\` of ${SENT} digital humans, journaled, ${CONNECTIONS} connections`,
            ...summary(paces.apply),
          },
          { what: `a bare undici pool, ${CONNECTIONS} connections`, ...summary(paces.pool) },
          { what: "`curl --parallel`, 64 connections", ...summary(paces.parallel) },
        ],
      },
      {
        unit: "×",
        rows: [
          { what: "`dh apply` against the bare pool", at_least: 0.6, ...ratio(paces.apply, paces.pool) },
          { what: "`dh apply` against `curl --parallel`", ...ratio(paces.apply, paces.parallel) },
        ],
      },
    ];
  } finally {
    await server.stop();
  }
}

/** From the manifest to rows on the disk. */
async function storing(folder, put) {
  const simulations = Array.from({ length: 5 }, (_, i) => i + 1);
  const seed = {
    kind: "Seed",
    organizations: [
      {
        name: "bench",
        api_key: KEY,
        agents: [{ id: 101, name: "Front desk", mode: "TEXT" }],
        simulations: simulations.map((id) => ({ id, name: `Simulation ${id}`, agent_id: 101 })),
      },
    ],
  };
  const service = await startService(folder, seed, ["--data", join(folder, "data")]);
  const options = { env: environment(folder, service.url), cwd: folder };
  const shares = [];
  const times = [];
  try {
    for (const id of simulations) {
      const manifest = put(`stored-${id}.jsonl`, asJsonLines(STORED, id));
      const before = service.processorTime();
      const milliseconds = await timeNode(apply(manifest, CONNECTIONS), options);
      // The first run meets a service that has compiled nothing yet.
      if (id === 1) continue;
      times.push(milliseconds);
      shares.push(milliseconds / (service.processorTime() - before));
    }
    return [
      {
        unit: "× the service's processor time",
        rows: [
          {
            what: `\`dh apply\` of ${STORED} against \`parley serve\`, whole process`,
            at_most: 1.5,
            ...summary(shares),
          },
        ],
      },
      { unit: "ms", rows: [{ what: "the same", ...summary(times) }] },
    ];
  } finally {
    await service.stop();
  }
}
