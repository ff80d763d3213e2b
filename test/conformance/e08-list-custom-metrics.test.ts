import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../src/contract/types.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeMetric } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

type Metric = Answer<"get_custom_metric">;

const { acme, rival } = useStrictService();
const path = "/v1/custom-metrics";

describe("E8 GET /v1/custom-metrics", () => {
  const made: Metric[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1)
      made.push(await makeMetric(acme, { name: `Metric ${index}`, agent_ids: index < 2 ? [101] : [] }));
    // Metrics of the same millisecond are ordered by their ids.
    made.sort((a, b) => (`${a.created_at}${a.id}` < `${b.created_at}${b.id}` ? -1 : 1));
  });

  test("answers all metrics of the organization on a first page of 50 by default, oldest first", async () => {
    const reply = await acme("GET", path);
    expectAnswer("list_custom_metrics", reply);
    expect(reply.body).toEqual({
      metrics: made,
      total_count: 5,
      page: 1,
      page_size: 50,
      items_in_page: 5,
      total_pages: 1,
    });
  });

  test("returns pages of page_size; the last one has the rest", async () => {
    const counts = { total_count: 5, page_size: 2, total_pages: 3 };
    const pages = await Promise.all([1, 2, 3].map((page) => acme("GET", `${path}?page=${page}&page_size=2`)));
    expect(pages.map((page) => page.body)).toEqual([
      { metrics: made.slice(0, 2), page: 1, items_in_page: 2, ...counts },
      { metrics: made.slice(2, 4), page: 2, items_in_page: 2, ...counts },
      { metrics: made.slice(4), page: 3, items_in_page: 1, ...counts },
    ]);
  });

  test.each([2, Number.MAX_SAFE_INTEGER])(
    "answers an empty page %d, which is beyond the end",
    async (page) => {
      const reply = await acme("GET", `${path}?page=${page}`);
      expectAnswer("list_custom_metrics", reply);
      expect(reply.body).toEqual({
        metrics: [],
        total_count: 5,
        page,
        page_size: 50,
        items_in_page: 0,
        total_pages: 1,
      });
    },
  );

  test("filters by agent_id", async () => {
    const { body } = await acme("GET", `${path}?agent_id=101`);
    expect(body.total_count).toBe(2);
    expect(body.metrics.map((metric: Metric) => metric.name).sort()).toEqual(["Metric 0", "Metric 1"]);
  });

  test("does not filter by an empty agent_id", async () => {
    const { body } = await acme("GET", `${path}?agent_id=`);
    expect(body.total_count).toBe(5);
  });

  test("shows nothing of another organization", async () => {
    const { body } = await rival("GET", path);
    expect(body).toMatchObject({ metrics: [], total_count: 0, items_in_page: 0, total_pages: 0 });
  });

  test("answers 404 for an agent that does not exist or is another organization's", async () => {
    expectRefusal(await acme("GET", `${path}?agent_id=999`), 404, /agent 999 not found/);
    expectRefusal(await rival("GET", `${path}?agent_id=101`), 404, /agent 101 not found/);
  });

  test("takes a parameter that is repeated with the same value", async () => {
    expect((await acme("GET", `${path}?page_size=7&page_size=7`)).body).toMatchObject({ page_size: 7 });
  });

  test.each([
    ["page", "0", "greater_than_equal"],
    ["page", "one", "int_type"],
    ["page_size", "0", "greater_than_equal"],
    ["page_size", "1001", "less_than_equal"],
    ["agent_id", "1.5", "int_type"],
    ["agent_id", "9007199254740993", "int_type"],
    ["per_page", "10", "extra_forbidden"],
    ["agent_id", "101&agent_id=102", "multiple_values"],
  ])("answers 422 for %s=%s", async (name, value, type) => {
    expectFault(await acme("GET", `${path}?${name}=${value}`), ["query", name], type);
  });
});
