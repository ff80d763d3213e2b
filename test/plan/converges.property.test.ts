/** What was applied is not planned again, for any values of the contract's fields. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { WantedDigitalHuman } from "../../src/cli/manifest/digital-humans.ts";
import { Entry } from "../../src/cli/manifest/entry.ts";
import { toSource } from "../../src/cli/manifest/source.ts";
import { exportManifest } from "../../src/cli/plan/export.ts";
import { isFixed, type Present, type Wanted } from "../../src/cli/plan/fields.ts";
import { makePlan, type Planned } from "../../src/cli/plan/plan.ts";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { arbitraryOf, jsonSchemaOf } from "../support/arbitrary.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { wantedFrom } from "../support/wanted.ts";

const SEED = 20_260_301;
const NAME = "Refund, angry";

const { acme } = useService({
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: ACME_KEY,
      agents: [{ id: 101, name: "Front desk", mode: "TEXT", sip_uri: "sip:desk@example.com" }],
    },
  ],
});

const examples = {
  phone_number: ["+14155550123"],
  outbound_text_number: ["+14155550123"],
  accent: ["multilingual"],
  intent: ["", "Wants a refund"],
  original_transcript: ["Agent: Hello\nUser: I want a refund", "User: Cancel my order\nAgent: Why?", ""],
  tag: ["smoke", "${TAG}"],
};
const schema = jsonSchemaOf(DigitalHumanCreate);
/**
 * Only one digital human can receive the calls of a number, so one that stays always-on would block the next
 * run.
 */
const fieldsOf = (full: boolean) =>
  arbitraryOf(schema, { examples, full }).map((value): Wanted => {
    const { always_on_active, always_on_mode, test_name, livekit_metadata, ...fields } = value as Wanted;
    // The other name of rtc_metadata. Only one of them is used.
    const other = livekit_metadata !== undefined && fields.rtc_metadata === undefined;
    return { ...fields, ...(other && { livekit_metadata }), name: NAME };
  });
const fields = fc.oneof({ weight: 3, arbitrary: fieldsOf(false) }, { weight: 1, arbitrary: fieldsOf(true) });

const nowhere = new Entry(
  {
    source: toSource("m.yaml", "/m.yaml", ""),
    value: {},
    isRow: false,
    isText: false,
    offsetOf: () => 0,
    writtenAt: () => undefined,
  },
  [],
);

async function newSimulation(): Promise<number> {
  const { body } = await acme("POST", "/v1/create-simulation", { name: "S", agent_id: 101 });
  return body.id;
}

async function presentIn(simulation_id: number): Promise<Present[]> {
  return (await acme("GET", `/v1/digital-humans-by-simulation/${simulation_id}`)).body.digital_humans;
}

async function planFor(wanted: readonly WantedDigitalHuman[], simulation_id: number): Promise<Planned> {
  return makePlan(wanted, new Map([[simulation_id, await presentIn(simulation_id)]]));
}

const want = (fields: Wanted, simulation_id: number): WantedDigitalHuman[] => [
  { name: NAME, simulation_ids: [simulation_id], fields, entry: nowhere },
];

/** Applies like `dh apply`. @returns whether the service accepted it */
async function applied({ plan }: Planned): Promise<boolean> {
  for (const step of plan.steps) {
    const reply =
      step.action === "create"
        ? await acme("POST", "/v1/create-digital-human", step.body)
        : step.action === "update"
          ? await acme("PUT", `/v1/update-digital-human/${step.id}`, step.body)
          : { status: 200, body: undefined };
    if (reply.status === 400) return false;
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  return true;
}

const isClear = ({ faults, doubts }: Planned) => faults.length + doubts.length === 0;

const unchanged = { create: 0, update: 0, unchanged: 1, unmanaged: 0 };

describe("after apply a plan is unchanged", () => {
  test("for a creation, and for its export as YAML", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fields, async (wanted) => {
        const simulation_id = await newSimulation();
        const planned = await planFor(want(wanted, simulation_id), simulation_id);
        const accepted = await applied(planned);
        // What the service refuses was already reported by the plan.
        expect(isClear(planned)).toBe(accepted);
        fc.pre(accepted);
        taken++;
        expect((await planFor(want(wanted, simulation_id), simulation_id)).plan.summary).toEqual(unchanged);

        const { manifest } = exportManifest(simulation_id, await presentIn(simulation_id));
        const exported = await wantedFrom(stringify(manifest, { lineWidth: 0 }));
        const again = await planFor(exported, simulation_id);
        expect(again.plan).toMatchObject({
          summary: unchanged,
          steps: [{ action: "unchanged", name: NAME }],
        });
      }),
      { numRuns: 150, seed: SEED },
    );
    expect(taken).toBeGreaterThan(50);
  });

  test("for an update", async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fields, fields, async (before, after) => {
        const simulation_id = await newSimulation();
        fc.pre(await applied(await planFor(want(before, simulation_id), simulation_id)));
        const named = Object.entries(after).filter(([field]) => !isFixed(field as keyof Wanted));
        const wanted = want(Object.fromEntries(named), simulation_id);
        const planned = await planFor(wanted, simulation_id);
        const accepted = await applied(planned);
        expect(isClear(planned)).toBe(accepted);
        fc.pre(accepted);
        taken++;
        const { plan } = await planFor(wanted, simulation_id);
        expect(plan.steps).toMatchObject([{ action: "unchanged" }]);
      }),
      { numRuns: 150, seed: SEED },
    );
    expect(taken).toBeGreaterThan(50);
  });
});
