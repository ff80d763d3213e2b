import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();
const url = "https://hooks.example/parley?team=care";
const create = (body: unknown) => acme("POST", "/v1/webhooks", body);

describe("POST /v1/webhooks", () => {
  test("answers the webhook for all events, with a secret that it made", async () => {
    const reply = await create({ url });
    expectAnswer("create_webhook", reply);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tag: null,
      url,
      events: [
        "simulation_ended",
        "simulation_result_evaluated",
        "observability_call_evaluated",
        "outbound_simulation_started",
        "simulation_run_ended",
        "alert_triggered",
        "alert_resolved",
      ],
      created_at: expect.stringMatching(/Z$/),
      secret: expect.stringMatching(/^whsec_[\w+/]{32}$/),
    });
    expect((await create({ url })).body.secret).not.toBe(reply.body.secret);
  });

  test("keeps the tag, the events and the secret that are given", async () => {
    const { body } = await create({
      tag: "ci",
      url: "http://127.0.0.1:9099/hook",
      events: ["simulation_ended", "simulation_ended"],
      secret: "whsec_ours",
    });
    expect(body).toMatchObject({
      tag: "ci",
      url: "http://127.0.0.1:9099/hook",
      events: ["simulation_ended"],
      secret: "whsec_ours",
    });
  });

  test.each([
    [{}, ["url"], "missing"],
    [{ url: "hooks.example" }, ["url"], "url_format"],
    [{ url: "ftp://hooks.example/x" }, ["url"], "url_format"],
    [{ url, events: [] }, ["events"], "list_too_short"],
    [{ url, events: ["call_started"] }, ["events", "0"], "enum"],
    [{ url, tag: "" }, ["tag"], "string_too_short"],
    [{ url, id: "x" }, ["id"], "extra_forbidden"],
  ])("answers 422 for %j", async (body, path, type) => {
    expectFault(await create(body), ["body", ...path], type);
  });
});

describe("GET /v1/webhooks", () => {
  test("answers the organization's webhooks without their secrets", async () => {
    const made = await rival("POST", "/v1/webhooks", { url, tag: "theirs" });
    const { secret, ...webhook } = made.body;
    const reply = await rival("GET", "/v1/webhooks");
    expectAnswer("list_webhooks", reply);
    expect(reply.body).toEqual({ webhooks: [webhook], total: 1 });
    const ours = await acme("GET", "/v1/webhooks");
    expect(ours.body.webhooks.map((other: { id: string }) => other.id)).not.toContain(webhook.id);
  });

  test("answers 422 for a parameter that it does not take", async () => {
    expectFault(await acme("GET", "/v1/webhooks?tag=ci"), ["query", "tag"], "extra_forbidden");
  });
});

describe("DELETE /v1/webhooks/{id}", () => {
  test("deletes the webhook and answers which", async () => {
    const { id } = (await create({ url })).body;
    const reply = await acme("DELETE", `/v1/webhooks/${id}`);
    expectAnswer("delete_webhook", reply);
    expect(reply.body).toEqual({ deleted: true, id });
    expectRefusal(await acme("DELETE", `/v1/webhooks/${id}`), 404, /webhook .* not found/);
  });

  test("answers 404 for another organization's webhook, and leaves it", async () => {
    const { id } = (await create({ url })).body;
    expectRefusal(await rival("DELETE", `/v1/webhooks/${id}`), 404, /not found/);
    expect((await acme("DELETE", `/v1/webhooks/${id}`)).status).toBe(200);
  });

  test("answers 422 for an id that is not a UUID", async () => {
    expectFault(await acme("DELETE", "/v1/webhooks/1"), ["path", "id"], "uuid_format");
  });
});
