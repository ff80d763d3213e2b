/** What happens to a job during which the service dies, with the embedded store and with PostgreSQL. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase } from "../support/database.ts";
import { evaluationOf, fixture, submit } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const parley = useProgram();
const files = useFiles();
const database = await makeDatabase();
afterAll(() => database?.drop());

const { transcript } = JSON.parse(fixture("recordings/booking.json").toString());
const SEED = `kind: Seed
organizations:
  - name: acme
    api_key: pk_acme
    agents: [{ id: 101, name: Front desk }]
    metrics: [{ name: Thirty, response_type: pass_fail, agent_ids: [101], scoring_guidance: "@rules\\npass when agent says /thirty/" }]
    webhooks: [{ url: "http://127.0.0.1:9/hook", secret: whsec }]
`;
const data = join(parley.home, "data");
const place = ["--data", data, ...(database ? ["--database-url", database.url] : [])];
const start = () => startService(parley, ...place, "--seed", join(parley.home, "seed.yaml"));
const acme = (served: Served) => callsWith(served.url, "pk_acme");
const admin = async (...words: string[]) => {
  const { code, stderr, json } = await parley(["admin", "jobs", ...words, ...place, "--json"]);
  expect(code, stderr).toBe(0);
  return json;
};
const PATIENCE = { interval: 50 };

beforeAll(() => writeFileSync(join(parley.home, "seed.yaml"), SEED));

test("it is set aside after three of them, its neighbour is not, and an administrator puts it back", async () => {
  const [deadly, harmless] = ["/deadly.json", "/harmless.json"].map((path) => ({
    path,
    url: files.serve(path, "hang"),
  })) as [{ path: string; url: string }, { path: string; url: string }];
  let served = await start();
  const killed = await submit(acme(served), { transcript_url: deadly.url });
  const spared = await submit(acme(served), { transcript_url: harmless.url });
  // Both are in progress when the process dies for the first time.
  await expect.poll(() => files.requests(harmless.path), PATIENCE).toBe(1);
  await expect.poll(() => files.requests(deadly.path), PATIENCE).toBe(1);
  expect(await admin()).toMatchObject({
    set_aside: [],
    counts: expect.arrayContaining([{ kind: "evaluate_call", waiting: 0, running: 2, set_aside: 0 }]),
  });
  for (const attempt of [2, 3]) {
    await served.stop("SIGKILL");
    served = await start();
    await expect.poll(() => files.requests(deadly.path), PATIENCE).toBe(attempt);
    // The other one waits, so it is not counted again.
    expect(files.requests(harmless.path)).toBe(1);
  }
  await served.stop("SIGKILL");
  files.serve(harmless.path, JSON.stringify(transcript));
  served = await start();

  const given_up = await evaluationOf(acme(served), killed);
  expect(given_up.status).toBe("INCOMPLETED");
  expect(given_up.evaluation).toMatchObject({
    verdicts: [{ name: "Thirty", status: "NOT_EVALUATED", reason: "evaluation_given_up", value: null }],
    counts: { passed: 0, failed: 0, not_evaluated: 1 },
    data_quality: [{ code: "evaluation_given_up", message: expect.stringContaining("died 3 times") }],
  });
  expect(files.requests(deadly.path)).toBe(3);
  expect((await evaluationOf(acme(served), spared)).status).toBe("COMPLETED");
  const { set_aside } = await admin();
  expect(set_aside).toMatchObject([{ kind: "evaluate_call", call_id: killed, crashes: 3 }]);
  const { body } = await acme(served)("GET", "/v1/webhook-deliveries?page_size=100");
  expect(body.deliveries).toHaveLength(2);

  // It stays set aside after a restart, until somebody puts it back.
  expect(await served.stop("SIGTERM")).toBe(0);
  served = await start();
  expect((await admin()).set_aside).toHaveLength(1);
  files.serve(deadly.path, JSON.stringify(transcript));
  const refused = await parley(["admin", "jobs", "retry", "999999", ...place]);
  expect(refused.code).not.toBe(0);
  await admin("retry", String(set_aside[0].id));
  await expect
    .poll(
      async () => (await acme(served)("GET", `/v1/retrieve-call-log/${killed}`)).body.call_log.status,
      PATIENCE,
    )
    .toBe("COMPLETED");
  expect(await admin()).toMatchObject({ set_aside: [] });
  await served.stop("SIGKILL");
}, 300_000);

test("a service that is stopped politely loses nothing by it, however often", async () => {
  const path = "/slow.json";
  const transcript_url = files.serve(path, "hang");
  let served = await start();
  const call_id = await submit(acme(served), { transcript_url });
  for (const attempt of [1, 2, 3, 4]) {
    await expect.poll(() => files.requests(path), PATIENCE).toBe(attempt);
    expect(await served.stop("SIGTERM")).toBe(0);
    if (attempt === 4) files.serve(path, JSON.stringify(transcript));
    served = await start();
  }
  expect((await evaluationOf(acme(served), call_id)).status).toBe("COMPLETED");
  expect(await admin()).toMatchObject({ set_aside: [] });
  await served.stop("SIGKILL");
}, 300_000);
