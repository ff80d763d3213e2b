import { describe, expect, test } from "vitest";
import { wantedFrom } from "../../../test/support/wanted.ts";
import type { Present } from "./fields.ts";
import { makePlan } from "./plan.ts";

const human = (id: number, name: string | null, fields: Partial<Present> = {}): Present => ({
  id,
  name,
  created_at: "2026-11-01T12:00:00Z",
  ...fields,
});

async function planOf(items: string, present: Record<number, Present[]>, simulation_ids = [7]) {
  const wanted = await wantedFrom(
    `kind: DigitalHumans\nsimulation_ids: ${JSON.stringify(simulation_ids)}\ndigital_humans:\n${items}`,
  );
  const entries = Object.entries(present).map(([id, humans]): [number, Present[]] => [Number(id), humans]);
  return makePlan(wanted, new Map(entries));
}

describe("a plan", () => {
  test("creates, updates, and keeps what is unchanged or not named", async () => {
    const { plan, faults } = await planOf(
      "  - { name: A, creativity: 1 }\n  - { name: B }\n  - { name: C, accent: british }\n",
      {
        7: [human(1, "A"), human(2, "B"), human(3, null), human(4, "Z")],
      },
    );
    expect(faults).toEqual([]);
    expect(plan.summary).toEqual({ create: 1, update: 1, unchanged: 1, unmanaged: 2 });
    expect(plan.steps).toEqual([
      {
        action: "update",
        name: "A",
        id: 1,
        simulation_ids: [7],
        file: "m.yaml",
        line: 4,
        changes: [{ field: "creativity", from: null, to: 1 }],
        unseen: [],
        body: { creativity: 1 },
        attach: [],
      },
      { action: "unchanged", name: "B", id: 2, simulation_ids: [7], file: "m.yaml", line: 5, unseen: [] },
      {
        action: "create",
        name: "C",
        simulation_ids: [7],
        file: "m.yaml",
        line: 6,
        body: { digital_human: { name: "C", accent: "british" }, simulation_ids: [7] },
      },
      { action: "unmanaged", id: 3, name: null, simulation_ids: [7] },
      { action: "unmanaged", id: 4, name: "Z", simulation_ids: [7] },
    ]);
  });

  test("attaches one that is in some of its simulations to the others", async () => {
    const { plan } = await planOf("  - { name: A }\n", { 7: [human(1, "A")], 8: [] }, [7, 8]);
    expect(plan.steps).toMatchObject([{ action: "update", id: 1, changes: [], body: {}, attach: [8] }]);
  });

  test("changes each of several with the same name in different simulations", async () => {
    const present = { 7: [human(1, "A")], 8: [human(2, "A", { creativity: 1 })] };
    const { plan, ambiguous } = await planOf("  - { name: A, creativity: 1 }\n", present, [7, 8]);
    expect(ambiguous).toEqual([]);
    expect(plan.steps).toMatchObject([
      { action: "update", id: 1, body: { creativity: 1 } },
      { action: "unchanged", id: 2 },
    ]);
  });

  test("one that is in two simulations may be wanted twice, but not differently", async () => {
    const present = { 7: [human(1, "A")], 8: [human(1, "A")] };
    const twice = (other: string) =>
      planOf(
        `  - { name: A, tag: x, simulation_ids: [7] }\n  - { name: A, ${other}, simulation_ids: [8] }\n`,
        present,
        [7, 8],
      );
    expect((await twice("creativity: 1")).faults).toEqual([]);
    expect((await twice("tag: x")).faults).toEqual([]);
    expect((await twice("tag: y")).faults).toMatchObject([
      {
        where: "m.yaml:5:21",
        message:
          'digital_humans.1.tag: "A" of simulation 8 is the same digital human (1) that m.yaml:4 describes with a different tag',
      },
    ]);
  });

  test("does not guess which is meant where a simulation has a name twice", async () => {
    const { ambiguous } = await planOf("  - { name: A }\n", { 7: [human(1, "A"), human(2, "A")] });
    expect(ambiguous).toMatchObject([
      { where: "m.yaml:4:13", message: 'digital_humans.0.name: simulation 7 has "A" 2 times: 1, 2' },
    ]);
  });
});

describe("reports what the service would or may refuse, with its place", () => {
  const faultsOf = async (items: string, present: Present[] = []) =>
    (await planOf(items, { 7: present })).faults.map(({ where, message }) => `${where} ${message}`);
  const doubtsOf = async (items: string, present: Present[] = []) =>
    (await planOf(items, { 7: present })).doubts.map(({ where, message }) => `${where} ${message}`);

  test("a workflow-tagged creation with an intent and without a playback (E4)", async () => {
    expect(await doubtsOf("  - { name: A, tag: My Workflow, intent: Refund }\n")).toEqual([
      'm.yaml:4:42 digital_humans.0.intent: the tag "My Workflow" makes the digital human workflow-tagged: leave intent empty',
      'm.yaml:4:21 digital_humans.0.tag: the tag "My Workflow" makes the digital human workflow-tagged: enriched_playback must have at least one turn',
    ]);
  });

  test("a changed intent of a workflow-tagged one, by the stored tag or the new (E3, rule 4)", async () => {
    const fault =
      "m.yaml:4:24 digital_humans.0.intent: intent of a workflow-tagged digital human cannot be changed";
    const items = "  - { name: A, intent: Refund }\n";
    expect(await faultsOf(items, [human(1, "A", { tag: "workflow-1", intent: "Other" })])).toEqual([fault]);
    expect(await faultsOf(items, [human(1, "A", { tag: "workflow-1", intent: "Refund" })])).toEqual([]);
    expect(
      await faultsOf("  - { name: A, intent: Refund, tag: null }\n", [
        human(1, "A", { tag: "workflow-1", intent: "" }),
      ]),
    ).toEqual([]);
  });

  test("accents and always-on fields that contradict stored values", async () => {
    expect(await doubtsOf("  - { name: A, accent: german }\n", [human(1, "A", { language: "fr" })])).toEqual([
      "m.yaml:4:24 digital_humans.0.accent: the accent german does not go with the language fr; use multilingual or french",
    ]);
    expect(await doubtsOf("  - { name: A, always_on_active: true }\n")).toEqual([
      "m.yaml:4:34 digital_humans.0.always_on_active: always-on mode mismatch: always_on_active true needs always_on_mode true",
    ]);
  });

  test("a field that is set at creation", async () => {
    const id = "5f0c7e0e-0000-4000-8000-000000000001";
    expect(await faultsOf(`  - { name: A, workflow_v2_id: ${id} }\n`, [human(1, "A")])).toEqual([
      "m.yaml:4:32 digital_humans.0.workflow_v2_id: workflow_v2_id cannot be changed after creation; it is null",
    ]);
  });
});
