import { describe, expect, test } from "vitest";
import { LIST_MAXIMUM } from "../../src/contract/limits.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeMetric } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();
const create = (body: unknown) => acme("POST", "/v1/create-custom-metric", body);

describe("POST /v1/create-custom-metric", () => {
  test("answers the metric with the defaults of the specification", async () => {
    const reply = await create({ name: "Greeting", response_type: "pass_fail" });
    expectAnswer("create_custom_metric", reply);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/Z$/),
      name: "Greeting",
      description: "",
      response_type: "pass_fail",
      agent_ids: [],
      tags: [],
      eval_route: "AUTO",
      allow_not_applicable: false,
    });
  });

  test("keeps every field that is given", async () => {
    const given = {
      name: "Mood",
      description: "How did the caller feel?",
      response_type: "enum",
      enum_options: ["calm", "angry"],
      min_value: 0.5,
      max_value: 0.5,
      category: "tone",
      tags: ["core", "tone"],
      scoring_guidance: "Look at the last turn.",
      eval_route: "TEXT",
      model: "m",
      audio_model: "a",
      temperature: 0.2,
      allow_not_applicable: true,
      agent_ids: [101],
    };
    const { body } = await create(given);
    expect(body).toMatchObject(given);
  });

  test("counts an agent that is named twice once", async () => {
    const { body } = await create({ name: "Twice", response_type: "yes_no", agent_ids: [101, 101] });
    expect(body.agent_ids).toEqual([101]);
  });

  test("takes one agent as agent_id, and agent_ids first", async () => {
    const metric = { name: "One", response_type: "yes_no", agent_id: "101" };
    expect((await create({ ...metric, agent_ids: null })).body).toMatchObject({ agent_ids: [101] });
    expect((await create({ ...metric, agent_ids: [] })).body).toMatchObject({ agent_ids: [] });
  });

  test.each([[undefined], [null], [[]]])(
    "answers 400 for an enum with the enum_options %j",
    async (enum_options) => {
      const reply = await create({ name: "Mood", response_type: "enum", enum_options });
      expectRefusal(reply, 400, /enum_options/);
    },
  );

  test("a tool_call metric keeps its tools, needs at least one, and takes no rules", async () => {
    const metric = { name: "Refunds", response_type: "tool_call" };
    const { body } = await create({ ...metric, tool_names: ["refund"], scoring_guidance: "Look twice." });
    expect(body).toMatchObject({ ...metric, tool_names: ["refund"] });
    for (const tool_names of [undefined, null, []])
      expectRefusal(await create({ ...metric, tool_names }), 400, /tool_names/);
    expectFault(
      await create({ ...metric, tool_names: [""] }),
      ["body", "tool_names", "0"],
      "string_too_short",
    );
    const ruled = { ...metric, tool_names: ["refund"], scoring_guidance: '@rules\npass when agent says "x"' };
    expectRefusal(await create(ruled), 400, /decided by its tool_names/);
    const reply = await acme("PUT", `/v1/update-custom-metric/${body.id}`, { tool_names: null });
    expectRefusal(reply, 400, /tool_names/);
    const linted = await acme("POST", "/v1/lint-custom-metric", { ...metric, tool_names: ["refund"] });
    expect(linted.body).toEqual({ method: "rule", mistakes: [] });
  });

  test("answers 400 when min_value is greater than max_value", async () => {
    const reply = await create({ name: "Odd", response_type: "quantitative", min_value: 5, max_value: 1 });
    expectRefusal(reply, 400, /min_value 5 is greater than max_value 1/);
  });

  test("answers 404 naming the agents that the organization does not have, and makes nothing", async () => {
    const reply = await create({ name: "Astray", response_type: "yes_no", agent_ids: [101, 202, 999] });
    expectRefusal(reply, 404, /agent 202, 999 not found/);
    const { body } = await acme("GET", "/v1/custom-metrics");
    expect(body.metrics.map((metric: { name: string }) => metric.name)).not.toContain("Astray");
  });

  test("answers 404 also for as many agents as a list may have", async () => {
    const agent_ids = Array.from({ length: LIST_MAXIMUM }, (_, index) => 1000 + index);
    expectRefusal(
      await create({ name: "Many", response_type: "yes_no", agent_ids }),
      404,
      new RegExp(`1000, 1001, .* and ${LIST_MAXIMUM - 10} more not found`),
    );
  });

  test.each([
    [{ response_type: "yes_no" }, "name", "missing"],
    [{ name: "X", response_type: "score" }, "response_type", "enum"],
    [{ name: "X", response_type: "yes_no", eval_route: "VIDEO" }, "eval_route", "enum"],
    [{ name: "X", response_type: "yes_no", agent: 101 }, "agent", "extra_forbidden"],
  ])("answers 422 for %j", async (body, field, type) => {
    expectFault(await create(body), ["body", field], type);
  });
});

/** `syas` is at line 2, column 17; a number without a unit is at line 3, column 27. */
const mistaken = '@rules\npass when agent syas "hello"\nfail when call_duration > 10';

describe("metrics with rules", () => {
  const rules = (scoring_guidance: string, fields = {}) => ({
    name: "Disclosure",
    response_type: "pass_fail",
    scoring_guidance,
    ...fields,
  });

  test("are created when their rules are right", async () => {
    const guidance = '@rules\npass when agent says "recorded line" before turn 3';
    expectAnswer("create_custom_metric", await create(rules(guidance)));
  });

  test("are refused with 422 and the place of every mistake, and not stored", async () => {
    const reply = await create(rules(mistaken, { name: "Mistaken" }));
    expectFault(reply, ["body", "scoring_guidance"], "rule_error");
    const [first, second, ...others] = reply.body.detail;
    expect(first).toMatchObject({
      msg: expect.stringMatching(/^line 2, column 17: expected `never` or `says`; found `syas`/),
      input: 'pass when agent syas "hello"',
      ctx: { line: 2, column: 17, near_miss: "says" },
    });
    expect(second).toMatchObject({ ctx: { line: 3, column: 27 } });
    expect(others).toEqual([]);
    const { body } = await acme("GET", "/v1/custom-metrics?page_size=1000");
    expect(body.metrics.map((metric: { name: string }) => metric.name)).not.toContain("Mistaken");
  });

  test("are refused when a clause does not fit the response_type", async () => {
    const reply = await create(rules("@rules\nvalue = call_duration"));
    expectFault(reply, ["body", "scoring_guidance"], "rule_error");
  });

  test("are not looked for in guidance that is for a judge", async () => {
    expectAnswer("create_custom_metric", await create(rules("pass when agent syas hello")));
  });
});

describe("POST /v1/lint-custom-metric", () => {
  const lint = (body: unknown) => acme("POST", "/v1/lint-custom-metric", body);

  test("answers the mistakes of the rules in the order of the text", async () => {
    const reply = await lint({ name: "X", response_type: "pass_fail", scoring_guidance: mistaken });
    expectAnswer("lint_custom_metric", reply);
    expect(reply.body).toMatchObject({
      method: "rule",
      mistakes: [
        { line: 2, column: 17, near_miss: "says" },
        { line: 3, column: 27 },
      ],
    });
  });

  test.each([
    ["rule", "@metric call_duration"],
    ["judge", "Was it long?"],
    ["judge", null],
  ])("answers that a metric is for a %s", async (method, scoring_guidance) => {
    const reply = await lint({ name: "X", response_type: "quantitative", scoring_guidance });
    expectAnswer("lint_custom_metric", reply);
    expect(reply.body).toEqual({ method, mistakes: [] });
  });

  test("answers 422 for an invalid metric", async () => {
    expectFault(await lint({ name: "X", response_type: "score" }), ["body", "response_type"], "enum");
  });
});

describe("GET /v1/custom-metric/{metric_id}", () => {
  test("answers the metric as it was created", async () => {
    const metric = await makeMetric(acme, { agent_ids: [101] });
    const reply = await acme("GET", `/v1/custom-metric/${metric.id}`);
    expectAnswer("get_custom_metric", reply);
    expect(reply.body).toEqual(metric);
  });

  test("answers 404 for a metric that does not exist or is another organization's", async () => {
    const { id } = await makeMetric(acme);
    const unknown = "00000000-0000-4000-8000-000000000000";
    expectRefusal(await acme("GET", `/v1/custom-metric/${unknown}`), 404, /not found/);
    expectRefusal(await rival("GET", `/v1/custom-metric/${id}`), 404, /not found/);
  });

  test("answers 422 for an id that is not a UUID", async () => {
    expectFault(await acme("GET", "/v1/custom-metric/x"), ["path", "metric_id"], "uuid_format");
  });
});
