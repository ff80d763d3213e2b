import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const service = useRecorder();
const parley = useProgram(service);

const ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";
const webhook = {
  id: ID,
  tag: "ci",
  url: "https://ci.example/parley",
  events: ["simulation_ended", "observability_call_evaluated"],
  created_at: "2026-03-01T10:00:00Z",
};
const delivery = {
  id: ID,
  event: "digital_human_message",
  status: "FAILED",
  attempts: 6,
  webhook_id: null,
  agent_id: 101,
  simulation_result_id: "12",
  url: "http://127.0.0.1:9099/agent",
  response_status: 500,
  error: "the receiver answered 500",
  delivered_at: null,
  created_at: "2026-03-01T10:00:00Z",
};

describe("parley webhooks list", () => {
  test("prints rows, and as JSON the service's envelope", async () => {
    const body = { webhooks: [webhook], total: 1 };
    service.answer({ body });
    expect((await parley(["webhooks", "list"])).stdout.split("\n")).toEqual([
      "id\turl\ttag\tevents\tcreated",
      `${ID}\thttps://ci.example/parley\tci\tsimulation_ended, observability_call_evaluated\t2026-03-01T10:00:00Z`,
      "",
    ]);
    expect((await parley(["webhooks", "list", "--json"])).json).toEqual(body);
  });
});

describe("parley webhooks create", () => {
  test("sends the given fields, and prints the secret, which is shown only once", async () => {
    service.answer({ body: { ...webhook, secret: "whsec_once" } });
    const { stdout } = await parley(["webhooks", "create", webhook.url]);
    expect(stdout).toContain("whsec_once");
    await parley([
      ...["webhooks", "create", webhook.url, "--tag", "ci"],
      ...["--event", "simulation_ended", "--event", "observability_call_evaluated"],
    ]);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { url: webhook.url },
      { url: webhook.url, tag: "ci", events: webhook.events },
    ]);
  });

  test("refuses an event that there is not, with a near miss, and sends nothing", async () => {
    const { code, stderr } = await parley(["webhooks", "create", webhook.url, "--event", "simulation_end"]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("did you mean simulation_ended?"),
    });
    expect(service.requests).toEqual([]);
  });
});

describe("parley webhooks delete", () => {
  test("needs --yes if it cannot ask, then sends DELETE", async () => {
    expect((await parley(["webhooks", "delete", ID])).code).toBe(2);
    expect(service.requests).toEqual([]);
    service.answer({ body: { deleted: true, id: ID } });
    expect((await parley(["webhooks", "delete", ID, "--yes", "--json"])).json).toEqual({
      deleted: true,
      id: ID,
    });
    expect(service.requests).toMatchObject([{ method: "DELETE", path: `/v1/webhooks/${ID}` }]);
  });
});

describe("parley webhooks deliveries", () => {
  test("asks for the state and the conversation named, and says that there are more pages", async () => {
    service.answer({
      body: {
        deliveries: [delivery],
        total_count: 51,
        page: 1,
        page_size: 50,
        items_in_page: 1,
        total_pages: 2,
      },
    });
    const { stdout, stderr } = await parley([
      ...["webhooks", "deliveries", "--status", "FAILED", "--result", "12", "--page", "1"],
    ]);
    expect(service.requests[0]?.path).toBe(
      "/v1/webhook-deliveries?status=FAILED&page=1&simulation_result_id=12",
    );
    expect(stdout.split("\n")[1]).toBe(
      [
        ...[ID, "digital_human_message", "FAILED", "6", "500", "the receiver answered 500"],
        ...["http://127.0.0.1:9099/agent", "2026-03-01T10:00:00Z"],
      ].join("\t"),
    );
    expect(stderr).toContain("page 1 of 2 (51 deliveries)");
  });
});

describe("parley webhooks redeliver", () => {
  test("posts to the delivery, and --dry-run does not", async () => {
    const args = ["webhooks", "redeliver", ID];
    await parley([...args, "--dry-run"]);
    expect(service.requests).toEqual([]);
    service.answer({ body: { ...delivery, status: "PENDING" } });
    expect((await parley([...args, "--json"])).json).toMatchObject({ status: "PENDING" });
    expect(service.requests).toMatchObject([
      { method: "POST", path: `/v1/webhook-deliveries/${ID}/redeliver` },
    ]);
  });
});

describe("against the service", () => {
  const real = useService();

  test("a webhook is created, listed and deleted; of no delivery nothing is known", async () => {
    const run = (...args: string[]) =>
      parley(["webhooks", ...args, "--json"], { env: { PARLEY_BASE_URL: real.url() } });
    const { id } = (await run("create", "http://127.0.0.1:9/hook", "--tag", "ci")).json;
    expect((await run("list", "--query", "webhooks[].id")).json).toEqual([id]);
    expect((await run("deliveries")).json).toMatchObject({ deliveries: [], total_count: 0 });
    expect(await run("redeliver", ID)).toMatchObject({ code: 5 });
    expect((await run("delete", id, "--yes")).json).toEqual({ deleted: true, id });
  });
});
