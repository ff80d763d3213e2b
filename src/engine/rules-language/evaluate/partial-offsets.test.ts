import fc from "fast-check";
import { expect, it } from "vitest";
import { compileRules } from "../compile.ts";
import { evaluateRules } from "../evaluate.ts";
import type { RuleInput, ToolCall, Turn } from "../input.ts";

const CONDITIONS = [
  'tool x called after user says "a"',
  'tool x called before user says "a"',
  'tool x called once before agent says "b" after user says "a"',
  'tool x called at most once within 2 turns of agent says "b"',
  'user says "a" within 50 ms of tool x called',
  'user says "a" never within 1 turn after tool x called with {k: 1}',
  "tool x called twice before turn 3",
  'tool x called after turn 2 or agent says "b" before tool x called',
  'not agent says "b" after (tool x called before user says "a")',
  "tool x called after (tool x called after turn 1)",
  'count of tool x called before agent says "a" > count of tool x called after agent says "a"',
];

/** A conversation with all its offsets, and the same with some of them missing. */
const calls = fc.record({
  turns: fc.array(
    fc.record({
      speaker: fc.constantFrom("AGENT" as const, "USER" as const),
      text: fc.constantFrom("a", "b", "a b", "c", "a a"),
      pause: fc.integer({ min: -10, max: 60 }),
      length: fc.integer({ min: 0, max: 40 }),
      keepsStart: fc.boolean(),
      keepsEnd: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  tools: fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 250 }), k: fc.constantFrom(1, 2), keeps: fc.boolean() }),
    {
      maxLength: 3,
    },
  ),
});

it("never says with fewer offsets what all of them would refute", () => {
  fc.assert(
    fc.property(calls, fc.constantFrom(...CONDITIONS), ({ turns, tools }, condition) => {
      let clock = 0;
      const whole = turns.map(({ speaker, text, pause, length }, index): Turn => {
        const start = Math.max(0, clock + pause);
        clock = start + length;
        return { i: index + 1, speaker, text, start_offset_ms: start, end_offset_ms: clock };
      });
      const called = tools.map(
        ({ at, k }): ToolCall => ({ name: "x", parameters: { k }, start_offset_ms: at }),
      );
      const full = outcomeOf(condition, { turns: whole, tool_calls: called, metric: () => undefined });
      const partial = outcomeOf(condition, {
        turns: whole.map((turn, index) => ({
          ...turn,
          start_offset_ms: turns[index]?.keepsStart ? turn.start_offset_ms : undefined,
          end_offset_ms: turns[index]?.keepsEnd ? turn.end_offset_ms : undefined,
        })),
        tool_calls: called.map((call, index) =>
          tools[index]?.keeps ? call : { ...call, start_offset_ms: null },
        ),
        metric: () => undefined,
      });
      expect([full, "unknown"]).toContain(partial);
    }),
    { numRuns: 1000 },
  );
});

function outcomeOf(condition: string, input: RuleInput): unknown {
  const rules = compileRules(`@rules\npass when ${condition}`, { response_type: "pass_fail" }, []);
  expect(rules.errors).toEqual([]);
  return evaluateRules(rules, input).clauses[0]?.outcome;
}
