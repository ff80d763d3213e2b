/**
 * Every command against services that offer less or more than Parley's: one has only the documented
 * operations, and one has the published shapes with fields and values that the future may bring, also with numbers
 * and ids the other way round: the output is then the same.
 * `test/chaos/commands.test.ts` runs the same commands against Parley's own service, and `every-command.test.ts` against
 * one that is exactly as published.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.ts";
import type { Row, World } from "../chaos/row.ts";
import { table } from "../chaos/table.ts";
import { contrary, FUTURE } from "../support/hosted.ts";
import { type RanInProcess, runInProcess } from "../support/in-process.ts";
import type { Calls } from "../support/service.ts";
import { reference, type Schema } from "./conformance.ts";

/** A value of a published schema, with an unknown field in each object, and an unknown status. */
function sample(schema: Schema, name = "", depth = 0): unknown {
  const { $ref, anyOf, enum: values, properties, items, type } = schema;
  if ($ref) return sample(reference.shapes[$ref.split("/").at(-1) ?? ""] ?? {}, name, depth);
  const union = anyOf?.find((one) => one.type !== "null");
  if (union) return depth > 5 ? null : sample(union, name, depth);
  if (values) return name === "status" ? "FROM_THE_FUTURE" : values[0];
  if (properties)
    return {
      ...Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [key, sample(field, key, depth + 1)]),
      ),
      ...FUTURE,
    };
  if (type === "array") return depth > 5 ? [] : [sample(items ?? {}, name, depth + 1)];
  if (type === "integer" || type === "number") return 7;
  if (type === "boolean") return true;
  if (type === "object") return FUTURE;
  return /_at$|time/.test(name) ? "2026-11-01T12:00:00Z" : /id$/.test(name) ? "7" : "text";
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
const operationOf = (method: string, path: string) =>
  reference.operations
    .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length)
    .find((operation) => operation.method === method && pattern(operation.path).test(path));
const isDocumented = (method: string, path: string) =>
  Object.values(endpoints).some(
    (row) => row.tier === "documented" && row.method === method && pattern(row.path).test(path),
  );

interface StandIn {
  readonly url: () => string;
  /** Changes that it has accepted. */
  readonly taken: string[];
  /** Whether the format of the last answer is unpublished. */
  unpublished(): boolean;
}

/**
 * A service with only these operations: either everything published, or only what is documented.
 * @param as what becomes of an answer before it is sent
 */
function useStandIn(
  offers: (method: string, path: string) => boolean,
  as = (answer: unknown) => answer,
): StandIn {
  let server: Server;
  let last: Schema | undefined;
  const taken: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const path = decodeURI(new URL(request.url ?? "", "http://service").pathname);
      const { method = "" } = request;
      const found = offers(method, path) ? operationOf(method, path) : undefined;
      last = found?.answer ?? {};
      if (found && method !== "GET") taken.push(`${method} ${path}`);
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(found ? as(sample(last)) : { detail: "Not Found" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    unpublished: () => last !== undefined && Object.keys(last).length === 0,
  };
}

const NUMBER = 7;
const UUID = "00000000-0000-4000-8000-000000000007";
const NUMBERED = /agent|simulation|digital-human/;

/**
 * Lets commands find their objects without creating them, because the stand-ins have something under every
 * id.
 */
const pretend: Calls = async (_, path) => ({
  status: 200,
  headers: new Headers(),
  body: {
    id: NUMBERED.test(path) ? NUMBER : UUID,
    call_id: "7",
    simulation_run_id: NUMBER,
    simulation_result_ids: ["7"],
    agent_id: NUMBER,
    evaluation: {},
    digital_human: { id: NUMBER },
    digital_human_ids: [NUMBER],
    call_log: { evaluation: {} },
    simulation_result: { id: "7", outcome: "passed", simulation_run_id: NUMBER },
  },
});
const things: World["things"] = {
  metric_id: UUID,
  call_id: "7",
  run_id: NUMBER,
  result_id: "7",
  newDelivery: async () => UUID,
};

async function runAt({ url }: StandIn, row: Row) {
  const folder = mkdtempSync(join(tmpdir(), "parley-services-"));
  try {
    const words = await row.argv({ calls: pretend, name: "made", folder, things });
    const key = row.stdin === undefined ? { PARLEY_API_KEY: "key" } : {};
    const signal = row.endless ? AbortSignal.timeout(300) : new AbortController().signal;
    return await runInProcess([...words.map(String), "--retries", "0", "--timeout", "60"], {
      env: { HOME: folder, PARLEY_BASE_URL: url(), ...key },
      cwd: folder,
      signal,
      ...(row.stdin !== undefined && { stdin: "key" }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const NEVER =
  /\bundefined\b|\[object Object\]|TypeError|does not match its contract|\bNaN\b|a bug in parley|\n\s+at /;

const rows = table.map((row) => ({ row, command: row.command }));

/** Endings that are not the command's fault: the stand-in has other objects, and always the same ones. */
const FITTING =
  /agent 101 not found|no agent given|has no (?:run|prompt version|knowledge base version) \d|repeats itself|does not name their agent|conversation 7 did not fail|simulation \d+ is of agent \d+/;
/** The format of the answer is not published. */
const UNPUBLISHED = /the service's answer has no (?:object|list)/;
/** They print what the service sent, as it is. */
const PASSES_ON: ReadonlySet<string> = new Set(["api"]);
const GATE = 9;
const INTERRUPTED = 130;

async function expectFitting(service: StandIn, row: Row): Promise<RanInProcess> {
  service.taken.length = 0;
  const ran = await runAt(service, row);
  expectEnding(service, row, ran);
  return ran;
}

function expectEnding(service: StandIn, row: Row, { code, stdout, stderr }: RanInProcess) {
  const said = `${stdout}\n${stderr}`;
  expect(said).not.toMatch(NEVER);
  if (code === 0 || code === GATE) return;
  // It waits for an agent until it is stopped.
  if (row.endless && code === INTERRUPTED) return;
  // It fails with a message, and prints nothing that looks like a result.
  expect(stderr).toMatch(/^error: \S|^\{"error":/m);
  const isMissing =
    /this service does not offer (?:--\w|voice listen|dh from-call|(?:\w+ \()?(?:GET|POST|PUT|DELETE) \/v1)/.test(
      stderr,
    );
  const isPlain = row.command === "api" && /Not Found/.test(stderr);
  if (isMissing || isPlain) expect([row.command, service.taken]).toEqual([row.command, []]);
  else expect(stderr).toMatch(UNPUBLISHED.test(stderr) && service.unpublished() ? UNPUBLISHED : FITTING);
}

describe("a service with only the documented features", () => {
  const service = useStandIn(isDocumented);

  test.each(rows)("parley $command", async ({ row }) => {
    await expectFitting(service, row);
  });
});

describe("a service with hosted shapes and possible future additions", () => {
  const service = useStandIn(() => true);
  const other = useStandIn(() => true, contrary);

  /** What differs between two runs of a command, whatever the service answers. */
  const constant = ({ code, stdout, stderr }: RanInProcess) => ({
    code,
    said: `${stdout}\n${stderr}`
      .replaceAll(/127\.0\.0\.1:\d{4,5}/g, "ADDRESS")
      .replaceAll(/parley-services-\w+/g, "FOLDER")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UUID")
      .replaceAll(/token=[0-9a-f]{32}/g, "TOKEN")
      .replaceAll(/\d+(?:\.\d+)? m?s\b/g, "TIME"),
  });

  test.each(rows)("parley $command, also with numbers and ids the other way round", async ({ row }) => {
    const usual = await expectFitting(service, row);
    const unusual = await expectFitting(other, row);
    if (!PASSES_ON.has(row.command)) expect(constant(unusual)).toEqual(constant(usual));
  });
});
