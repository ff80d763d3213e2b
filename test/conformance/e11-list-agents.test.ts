import { describe, expect, test } from "vitest";
import { AgentList } from "../../src/contract/schemas/index.ts";
import { useStrictService } from "../support/service.ts";

const service = useStrictService();

describe("E11 GET /v1/all-agents", () => {
  test("answers an array of the organization's agents, with every required field", async () => {
    const { status, body } = await service.acme("GET", "/v1/all-agents");
    expect(status).toBe(200);
    expect(AgentList.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject([{ id: "101", name: "Front desk", mode: "TEXT" }]);
    expect(body[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test("shows each organization its own agents only", async () => {
    const { body } = await service.rival("GET", "/v1/all-agents");
    expect(body.map((agent: { id: string }) => agent.id)).toEqual(["202"]);
  });

  test("refuses a parameter that it does not take", async () => {
    const { status, body } = await service.acme("GET", "/v1/all-agents?mode=TEXT");
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ["query", "mode"], type: "extra_forbidden", input: "TEXT" }]);
  });
});
