import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";
import { arbitraryOf, type Guide, jsonSchemaOf } from "../support/arbitrary.ts";
import { expectAnswer } from "../support/expect.ts";
import { labelOf } from "../support/make.ts";
import { apply, mutationsOf } from "../support/mutations.ts";
import { pathOf } from "../support/paths.ts";
import { METRIC, acme as organization } from "../support/seeds.ts";
import { ACME_KEY, useService } from "../support/service.ts";

// `useService` fails the file when the service reports a failure of its own.
const { acme } = useService({ kind: "Seed", organizations: [{ ...organization, api_key: ACME_KEY }] });

interface Fault {
  readonly loc: readonly string[];
}

const SEED = 20_250_301;
const ACCEPTED_BODIES = 20;

/** What the service holds, and values of a form that only code checks. */
const examples: Guide["examples"] = {
  agent_id: ["101", 101],
  agent_ids: [101],
  custom_metrics: [METRIC],
  digital_human_ids: [501, 502],
  phone_number: ["+14155550123"],
  outbound_text_number: ["+14155550123"],
  mode: ["TEXT"],
  num_runs: [1],
  num_calls: [1],
  labels: ["production", "experiment-b", "b"],
  simulation_id: ["7", 7],
  simulation_ids: [7],
  simulation_result_id: ["1", "2"],
  test_result_ids: ["1", "2"],
  recording_url: ["https://calls.example/a.wav"],
  recording_base64: ["data:audio/wav;base64,UklGRg=="],
  transcript_url: ["https://calls.example/a.json"],
};
const params: Record<string, string | number> = { version: 1, digital_human_id: 501 };

beforeAll(async () => {
  const run = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
  expect(run.body.simulation_result_ids).toEqual(expect.arrayContaining(["1", "2"]));
  const label = await labelOf(acme, "/v1/agents/101", "experiment-b");
  params["label_id"] = label?.id ?? "";
});

const withBody = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.body ? [{ name: name as Operation, endpoint, schema: schemas[endpoint.body] }] : [],
);

describe.each(withBody)("$name", ({ name, endpoint, schema }) => {
  const json = jsonSchemaOf(schema);
  const send = (body: unknown) => acme(endpoint.method, pathOf(endpoint, params), body);

  test("takes every body that the contract accepts", async () => {
    const accepted = arbitraryOf(json, { examples }).filter((body) => schema.safeParse(body).success);
    await fc.assert(
      fc.asyncProperty(accepted, async (body) => {
        const reply = await send(body);
        expect(reply.status, JSON.stringify(reply.body)).toBeOneOf([200, ...endpoint.errors]);
        if (reply.status === 200) expectAnswer(name, reply);
      }),
      { seed: SEED, numRuns: ACCEPTED_BODIES },
    );
  });

  test("answers 422 naming the field for every body that leaves the contract in one field", async () => {
    const full = arbitraryOf(json, { examples, full: true }).filter((body) => schema.safeParse(body).success);
    const [body] = fc.sample(full, { seed: SEED, numRuns: 1 });
    const mutations = mutationsOf(json, body);
    expect(mutations.length).toBeGreaterThan(2);
    const unnoticed: string[] = [];
    for (const mutation of mutations) {
      const { status, body: answer } = await send(apply(body, mutation));
      const loc = ["body", ...mutation.path].join(".");
      const named = status === 422 && answer.detail.some((fault: Fault) => fault.loc.join(".") === loc);
      if (!named) unnoticed.push(`${loc}: ${mutation.what}: ${status} ${JSON.stringify(answer)}`);
    }
    expect(unnoticed).toEqual([]);
  });
});
