/**
 * Sends many digital humans at once: how close the program gets to a bare client, and the cost of reading the
 * manifest.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../support/bundle.mjs";
import { asJsonLines, asYaml, digitalHuman } from "../support/manifests.mjs";
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
const READ = 10_000;
const CONNECTIONS = 64;
const CURL_PARALLEL = 1_000;
const POOL = join(import.meta.dirname, "../clients/undici-pool.mjs");
const READER = join(import.meta.dirname, "../clients/read-yaml.cjs");

export async function measure() {
  const folder = useFolder();
  const put = (name, text) => {
    const file = join(folder.path, name);
    writeFileSync(file, text);
    return file;
  };
  try {
    return [
      ...(await sending(folder.path, put)),
      ...(await storing(folder.path, put)),
      ...(await reading(folder.path, put)),
    ];
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

/** Each runs in its own process, so that neither profits from the other's compiled code. */
async function reading(folder, put) {
  const yaml = put("read.yaml", asYaml(READ, 1));
  const ours = await bundle("src/cli/manifest/digital-humans.ts", folder);
  const plain = await bundle("node_modules/yaml/dist/index.js", folder);
  const options = { env: environment(folder), cwd: folder };
  const time = async (...args) =>
    Number((await run(process.execPath, [READER, ...args, yaml], options)).stdout);
  const times = await inTurns(
    { checked: () => time("checked", ours), parsed: () => time("parsed", plain) },
    { rounds: 4, budget_ms: 15_000, warm_up: false },
  );
  return [
    {
      unit: "× `YAML.parse`",
      rows: [
        {
          what: `reading and checking ${READ} digital humans in YAML`,
          at_most: 0.25,
          ...ratio(times.checked, times.parsed),
        },
      ],
    },
    {
      unit: "ms",
      rows: [
        { what: "reading and checking", ...summary(times.checked) },
        { what: "`YAML.parse` alone", ...summary(times.parsed) },
      ],
    },
  ];
}
