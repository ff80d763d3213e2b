import { describe, expect, test } from "vitest";
import { KEY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);

const agent = {
  id: "101",
  name: "Front desk",
  agent_description: "Books appointments",
  knowledge_base: "Open 9 to 5",
  organization_id: "o1",
  mode: "TEXT",
  type: "INBOUND",
  http_webhook_key: "whsec_1",
  something_new: { kept: true },
};

describe("parley agents list", () => {
  test("sends GET /v1/all-agents with the key, no query and no body", async () => {
    service.answer({ body: [agent] });
    await parley(["agents", "list"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/all-agents", text: "" }]);
    expect(service.requests[0]?.headers["x-api-key"]).toBe(KEY);
  });

  test("prints tab-separated rows where stdout is no terminal", async () => {
    service.answer({ body: [agent] });
    const { code, stdout, stderr } = await parley(["agents", "list"]);
    expect(stdout.split("\n")).toEqual([
      "id\tname\tmode\ttype\tconnection_type\tcreated",
      "101\tFront desk\tTEXT\tINBOUND\t\t",
      "",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("prints the service's own array as JSON, unknown fields kept, secrets masked", async () => {
    service.answer({ body: [agent] });
    const { json } = await parley(["agents", "list", "--json"]);
    expect(json).toEqual([{ ...agent, http_webhook_key: "••••" }]);
    const shown = await parley(["agents", "list", "--json", "--show-secrets"]);
    expect(shown.json).toEqual([agent]);
  });

  test("filters on this side", async () => {
    service.answer({ body: [agent, { ...agent, id: "102", mode: "VOICE", name: "Night line" }] });
    const ids = async (...flags: string[]) =>
      (await parley(["agents", "list", "--json", "--query", "[].id", ...flags])).json;
    expect(await ids("--mode", "VOICE")).toEqual(["102"]);
    expect(await ids("--name", "front")).toEqual(["101"]);
    expect(await ids("--connection", "SIP")).toEqual([]);
    expect(service.requests.every((request) => request.path === "/v1/all-agents")).toBe(true);
  });
});
