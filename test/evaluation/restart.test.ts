import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { evaluationOf, fixture, submit } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const parley = useCli();
const files = useFiles();

const { transcript } = JSON.parse(fixture("recordings/booking.json").toString());
const SEED = `kind: Seed
organizations:
  - name: acme
    api_key: pk_acme
    agents: [{ id: 101, name: Front desk }]
    metrics: [{ name: Thirty, response_type: pass_fail, agent_ids: [101], scoring_guidance: "@rules\\npass when agent says /thirty/" }]
    webhooks: [{ url: "http://127.0.0.1:9/hook", secret: whsec }]
`;
let flags: string[];
beforeAll(() => {
  const seed = join(parley.home, "seed.yaml");
  writeFileSync(seed, SEED);
  flags = ["--data", join(parley.home, "data"), "--seed", seed];
});

const acme = (served: Served) => callsWith(served.url, "pk_acme");
const statusOf = async (served: Served, call_id: string) =>
  (await acme(served)("GET", `/v1/retrieve-call-log/${call_id}`)).body.call_log.status;

test("a service that is killed while it evaluates finishes after its next start, with one result of each call", async () => {
  const transcript_url = files.serve("/transcript.json", "hang");
  const first = await startService(parley, ...flags);
  const call_ids = await Promise.all(
    Array.from({ length: 6 }, () => submit(acme(first), { transcript_url })),
  );
  // As many as can be in progress at the same time have begun, and wait for their transcript.
  await expect.poll(() => files.requests("/transcript.json")).toBeGreaterThan(0);
  await first.stop("SIGKILL");

  files.serve("/transcript.json", JSON.stringify(transcript));
  const second = await startService(parley, ...flags);
  for (const call_id of call_ids) {
    const { status, evaluation } = await evaluationOf(acme(second), call_id);
    expect(status).toBe("COMPLETED");
    expect(evaluation.verdicts).toMatchObject([{ name: "Thirty", value: true }]);
  }
  // Each result is reported in the transaction that stores it, so a reported result is stored.
  const { body } = await acme(second)("GET", "/v1/webhook-deliveries?page_size=100");
  const told = body.deliveries.filter(
    ({ event }: { event: string }) => event === "observability_call_evaluated",
  );
  expect(told).toHaveLength(call_ids.length);
  await second.stop("SIGKILL");

  const third = await startService(parley, ...flags);
  const fetched = files.requests("/transcript.json");
  for (const call_id of call_ids) expect(await statusOf(third, call_id)).toBe("COMPLETED");
  expect(files.requests("/transcript.json")).toBe(fetched);
  await third.stop("SIGTERM");
});
