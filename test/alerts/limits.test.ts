/** What one call can set off is limited, whoever asks for how much. */
import { expect, test } from "vitest";
import { ALERTS_MAXIMUM, WEBHOOKS_MAXIMUM } from "../../src/contract/limits.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const alert = {
  name: "Slow answers",
  entity_type: "standard_metric",
  entity_field: "avg_agent_latency",
  operator: "greater_than",
  comparison_value: "3",
};

test.each([
  ["alerts", ALERTS_MAXIMUM, "/v1/create-alert", alert, "parley alerts delete"],
  [
    "webhooks",
    WEBHOOKS_MAXIMUM,
    "/v1/webhooks",
    { url: "https://calls.example/hook" },
    "parley webhooks delete",
  ],
])(
  "an organization has at most a hundred %s; a refusal says which command makes room",
  async (list, most, path, body, command) => {
    const { total: before } = (await acme("GET", `/v1/${list}`)).body;
    const made = await Promise.all(Array.from({ length: most + 3 - before }, () => acme("POST", path, body)));
    const refused = made.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refused[0]?.body.detail).toContain(`has ${most} ${list}`);
    expect(refused[0]?.body.detail).toContain(command);
    expect((await acme("GET", `/v1/${list}`)).body.total).toBe(most);
    expect((await rival("POST", path, body)).status).toBe(200);
  },
);
