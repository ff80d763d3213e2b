import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf, jsonSchemaOf } from "../../test/support/arbitrary.ts";
import { apply, mutationsOf } from "../../test/support/mutations.ts";
import { check } from "./check.ts";
import { issuesOf } from "./issues.ts";
import { FAULTS_MAXIMUM } from "./limits.ts";
import * as schemas from "./schemas/index.ts";

const { CreateDigitalHuman, CustomMetricCreate, EvaluateRequest, SendHttpTextMessage, WorkflowCreate } =
  schemas;
const bodies = {
  CreateDigitalHuman,
  CustomMetricCreate,
  EvaluateRequest,
  SendHttpTextMessage,
  WorkflowCreate,
};

describe.each(Object.entries(bodies))("a body of %s", (_, schema) => {
  test("that leaves the contract in one field has the issues that zod finds, and no others", () => {
    const shape = jsonSchemaOf(schema);
    const full = arbitraryOf(shape, { examples: {}, full: true });
    const [body] = fc.sample(full, { numRuns: 1, seed: 1 });
    for (const mutation of mutationsOf(shape, body)) {
      if (mutation.what === "too long") continue;
      const mutated = apply(body, mutation);
      const { error, data } = schema.safeParse(mutated);
      const { value, issues, more } = check(schema, mutated);
      expect(value).toEqual(data);
      const paths = (issues: readonly { path: readonly PropertyKey[]; type: string }[]) =>
        issues.map(({ path, type }) => `${path.join(".")} ${type}`).sort();
      expect(paths(issues), mutation.what).toEqual(paths(error ? issuesOf(error, mutated) : []));
      expect(more).toBe(0);
    }
  });
});

const call = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
};

describe("of many issues", () => {
  test("the first issues are listed in the order of the schema, and the others are counted", () => {
    const entries = Array.from({ length: 1000 }, (_, at) => (at % 2 ? { speaker: "USER", x: 1 } : {}));
    const { issues, more } = check(EvaluateRequest, { ...call, transcript: entries, tags: [1] });
    expect(issues).toHaveLength(FAULTS_MAXIMUM);
    expect(issues.slice(0, 4).map(({ path, type }) => `${path.join(".")} ${type}`)).toEqual([
      "transcript.0.speaker missing",
      "transcript.0.utterance missing",
      "transcript.1.utterance missing",
      "transcript.1.x extra_forbidden",
    ]);
    expect(issues.length + more).toBe(2 * 1000 + 1);
  });

  test("a rule of the whole is looked at once its parts are right", () => {
    expect(check(EvaluateRequest, call).issues).toMatchObject([
      { path: ["transcript"], type: "value_error" },
    ]);
    expect(check(EvaluateRequest, { ...call, tags: [1] }).issues).toMatchObject([{ path: ["tags", 0] }]);
  });

  test("a list that is too long and wrong inside has both faults", () => {
    const { issues, more } = check(EvaluateRequest, {
      ...call,
      tags: Array.from({ length: 10_001 }, () => 1),
    });
    expect(issues[0]).toMatchObject({ path: ["tags"], type: "list_too_long", ctx: { max_length: 10_000 } });
    expect(issues.length + more).toBe(1 + 10_001);
  });
});
