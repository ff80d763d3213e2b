import { describe, expect, it } from "vitest";
import { callTool } from "../world/call.ts";
import { compileWorld } from "../world/compile.ts";
import { stateAfter } from "../world/state.ts";
import { stepsOfWorld, stepsTaken } from "../world/steps.ts";
import type { WorldForm } from "../world/world.ts";
import { coverageInShort, coverageOf, tooLittleInDetail } from "./coverage.ts";
import { stepNames } from "./world-steps.ts";

const form: WorldForm = {
  tables: { slots: { key: "id", rows: [{ id: 1, day: "friday", seats: 4 }] } },
  tools: [
    {
      name: "reserve",
      input: { type: "object", properties: { day: {}, people: { type: "integer" }, guests: {} } },
      steps: [
        "find slot in slots with {",
        "  day: input.day",
        "}",
        "# Nobody sits on the floor.",
        'require slot and slot.seats > 0 or fail with "full"',
        "if input.people > 4 do",
        "  set table = 2",
        "else",
        "  set table = 1",
        "end",
        "for each one in input.guests do set last = one; end",
        "update slot set {seats: slot.seats - input.people}",
      ].join("\n"),
      answer: "{table: table}",
    },
    { name: "cancel", steps: "find all gone in slots\ndelete gone" },
  ],
};
const { world, faults } = compileWorld(form);
const ground = stepsOfWorld(form, world);

const call = (tool: string, given: object) =>
  callTool(world, stateAfter(world.tables, []), {
    tool,
    arguments: given,
    nth: 1,
    began_at: "2026-11-24T09:00:00Z",
  });

const taken = (...calls: [string, object][]) =>
  stepsTaken(calls.map(([tool, given]) => ({ tool, ...call(tool, given) })));

describe("the steps of a world", () => {
  it("have the text of the file in a line, and what a call needs to reach them", () => {
    expect(faults).toEqual([]);
    expect(ground.filter(({ tool }) => tool === "reserve")).toMatchObject([
      { step: 1, fails: false, text: "find slot in slots with { day: input.day }", needs: null },
      { step: 2, fails: false, needs: "a call in which `slot and slot.seats > 0` holds" },
      { step: 2, fails: true, needs: "a call in which `slot and slot.seats > 0` doesn't hold" },
      { step: 3, text: "if input.people > 4 do" },
      { step: 4, text: "set table = 2", needs: "a call in which `input.people > 4` holds" },
      { step: 5, text: "set table = 1", needs: "a call in which `input.people > 4` doesn't hold" },
      { step: 6, text: "for each one in input.guests do" },
      { step: 7, text: "set last = one", needs: "a call in which `input.guests` has an item" },
      { step: 8, text: "update slot set {seats: slot.seats - input.people}" },
      { step: 9, text: "answer {table: table}" },
    ]);
  });

  it("are recorded with each call: those that ran, and the condition that was false", () => {
    expect(call("reserve", { day: "friday", people: 2, guests: [1, 2] })).toMatchObject({
      status: 200,
      ran: [1, 2, 3, 5, 6, 7, 8, 9],
    });
    const failed = call("reserve", { day: "sunday", people: 2 });
    expect(failed).toMatchObject({ status: 422, ran: [1], failed: 2 });
    // The world itself is at fault: `guests` is not a list.
    expect(call("reserve", { day: "friday", people: 5, guests: 1 })).toMatchObject({
      status: 500,
      ran: [1, 2, 3, 4, 6],
    });
    const refused = call("reserve", { people: "two" });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused).not.toHaveProperty("ran");
    expect(call("reserves", {})).not.toHaveProperty("ran");
  });

  it("of several calls count once", () => {
    const reserve = { day: "friday", people: 2, guests: [1] };
    expect(taken(["reserve", reserve], ["reserve", { day: "sunday" }], ["reserve", reserve])).toEqual([
      { tool: "reserve", ran: [1, 2, 3, 5, 6, 7, 8, 9], failed: [2] },
    ]);
  });
});

describe("coverage of the steps of a world", () => {
  const coverage = coverageOf({ world_steps: ground }, [
    {
      held: [],
      failed: [],
      undecided: [],
      tools: [],
      world_steps: stepNames(ground, taken(["reserve", { day: "friday", people: 2, guests: [] }])),
    },
  ]);

  it("equals the count by hand, and says what those that were never met need", () => {
    const { items = [], ...counted } = coverage.world_steps ?? {};
    expect(counted).toEqual({ met: 7, total: 12, share: 7 / 12 });
    expect(items.filter(({ standing }) => standing === "never_met")).toEqual([
      {
        name: 'reserve 2 fails: require slot and slot.seats > 0 or fail with "full"',
        standing: "never_met",
        conversations: 0,
        needs: "a call in which `slot and slot.seats > 0` doesn't hold",
      },
      {
        name: "reserve 4: set table = 2",
        standing: "never_met",
        conversations: 0,
        needs: "a call in which `input.people > 4` holds",
      },
      {
        name: "reserve 7: set last = one",
        standing: "never_met",
        conversations: 0,
        needs: "a call in which `input.guests` has an item",
      },
      {
        name: "cancel 1: find all gone in slots",
        standing: "never_met",
        conversations: 0,
        needs: "a call of cancel",
      },
      { name: "cancel 2: delete gone", standing: "never_met", conversations: 0 },
    ]);
    expect(coverageInShort(coverage)).toBe("world steps 7 of 12");
  });

  it("is a gate, which names what was never met", () => {
    expect(tooLittleInDetail(coverage, { world_steps: 0.5 })).toEqual([]);
    expect(tooLittleInDetail(coverage, { world_steps: 0.9 })).toMatchObject({
      0: "world steps: 7 of 12 met (58.3%); 90% required",
      3: "never met: reserve 7: set last = one — needs a call in which `input.guests` has an item",
      length: 6,
    });
    expect(tooLittleInDetail(coverageOf({}, []), { world_steps: 0.1 })).toHaveLength(1);
  });
});
