/** `/mcp` of `parley serve`: with a key, the tools of `parley mcp`, with the same consent. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type ClientOptions, connectTo, REVISIONS, use } from "../support/mcp.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const parley = useCli({ url: () => "http://127.0.0.1:9" });
const seed = join(parley.home, "seed.yaml");
// The service's own settings are none of its clients' business.
writeFileSync(join(parley.home, "parley.yaml"), "base_url: http://127.0.0.1:9\nagent: 7\n");
beforeAll(() =>
  writeFileSync(
    seed,
    `kind: Seed
organizations:
  - { name: acme, api_key: pk_acme, agents: [{ id: 101, name: Front desk }], simulations: [{ id: 7, agent_id: 101, name: Orders }] }
  - { name: rival, api_key: pk_rival, agents: [{ id: 202, name: Back office }] }
`,
  ),
);

async function serve(...flags: string[]): Promise<Served> {
  const service = await startService(parley, "--memory", "--seed", seed, ...flags);
  onTestFinished(() => void service.stop("SIGTERM"));
  return service;
}

const connect = (service: Served, key: string, options: ClientOptions = {}) =>
  connectTo(`${service.url}/mcp`, { ...options, headers: { "X-API-Key": key } });

const MANIFEST = `kind: DigitalHumans
simulation_ids: [7]
digital_humans:
  - { name: New caller, intent: Wants a refund }
`;
const callers = async (service: Served) =>
  (await callsWith(service.url, "pk_acme")("GET", "/v1/digital-humans")).body.total_count;

describe("/mcp of parley serve", () => {
  test.each([
    [{}, /X-API-Key is missing/],
    [{ "X-API-Key": "pk_other" }, /unknown API key/],
  ])("answers 401 to %j, in the published form", async (headers, detail) => {
    const { url } = await serve();
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: "Unauthorized",
      detail: expect.stringMatching(detail),
    });
  });

  test.each(REVISIONS)(
    "revision %s: each key sees its own organization, and only reads",
    async (revision) => {
      const service = await serve();
      const [acme, rival] = [
        await connect(service, "pk_acme", { revision, says: () => true }),
        await connectTo(`${service.url}/mcp`, { revision, headers: { Authorization: "Bearer pk_rival" } }),
      ];
      expect((await use(acme, "look", { what: "agents" })).data.text).toContain("101: Front desk");
      const seen = (await use(rival, "look", { what: "agents" })).data.text;
      expect(seen).toContain("202: Back office");
      expect(seen).not.toContain("Front desk");
      const { data: plan } = await use(acme, "plan_changes", { manifest: MANIFEST });
      const refused = await use(acme, "apply_plan", { plan_id: plan.plan_id });
      expect(refused).toMatchObject({
        isError: true,
        text: expect.stringContaining("parley serve --mcp-allow write"),
      });
      expect(await callers(service)).toBe(0);
    },
  );

  test("with --mcp-allow, changes need a person's yes", async () => {
    const service = await serve("--mcp-allow", "write");
    const answers = [false, true];
    const client = await connect(service, "pk_acme", { says: () => answers.shift() ?? false });
    const { data: plan } = await use(client, "plan_changes", { manifest: MANIFEST });
    expect((await use(client, "apply_plan", { plan_id: plan.plan_id })).text).toContain("did not agree");
    expect(await callers(service)).toBe(0);
    expect((await use(client, "apply_plan", { plan_id: plan.plan_id })).data.items).toMatchObject([
      { outcome: "done" },
    ]);
    expect(await callers(service)).toBe(1);
  });

  test("a plan works over requests, and not for another key", async () => {
    const service = await serve("--mcp-allow", "write");
    const [acme, again, rival] = [
      await connect(service, "pk_acme", { revision: "2025-11-25" }),
      await connect(service, "pk_acme", { revision: "2025-11-25" }),
      await connect(service, "pk_rival", { says: () => true }),
    ];
    const { data: plan } = await use(acme, "plan_changes", { manifest: MANIFEST });
    const apply = { plan_id: plan.plan_id };
    expect((await use(rival, "apply_plan", apply)).text).toContain("the plan was not found");
    expect((await use(again, "apply_plan", apply)).data?.items).toMatchObject([{ outcome: "done" }]);
    expect(await callers(service)).toBe(1);
  });

  test("reads no file and no variable of the service's machine", async () => {
    const client = await connect(await serve("--mcp-allow", "write"), "pk_acme", { says: () => true });
    for (const manifest of [
      MANIFEST.replace("Wants a refund", `"\${PARLEY_API_KEY}"`),
      `kind: DigitalHumans\nsimulation_ids: [7]\ninclude: [${seed}]\ndigital_humans: []\n`,
    ]) {
      const { isError, text } = await use(client, "plan_changes", { manifest });
      expect(isError, text).toBe(true);
      expect(text).not.toContain("pk_acme");
    }
    const call = await use(client, "evaluate_call", { recording: seed });
    expect(call.isError, call.text).toBe(true);
  });

  test("is off with --no-mcp", async () => {
    const { url } = await serve("--no-mcp");
    const response = await fetch(`${url}/mcp`, { method: "POST", headers: { "X-API-Key": "pk_acme" } });
    expect(response.status).toBe(404);
  });
});
