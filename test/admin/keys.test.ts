/** Organizations and keys, administered in the store while a service uses it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import {
  makeAgent,
  makeCall,
  makeConversations,
  makeMetric,
  makePrompts,
  makeSimulation,
  runOf,
} from "../support/make.ts";
import { usePlace } from "../support/place.ts";
import { callsWith } from "../support/service.ts";

const parley = useProgram();
const UUID = expect.stringMatching(/^[\da-f]{8}-/);
const TIME = expect.stringMatching(/^20.*Z$/);

/** An organization whose key is `pk_test_<name>`. */
const organization = (name: string) => ({ name, api_key: `pk_test_${name}` });

describe("parley admin org create", () => {
  const place = usePlace(parley);

  test("creates an organization in a store that does not exist yet, and the service finds it", async () => {
    const made = await place.admin("org", "create", "acme", "--json");
    expect({ code: made.code, json: made.json }).toEqual({
      code: 0,
      json: { id: UUID, name: "acme", created_at: TIME },
    });
    const service = await place.serve();
    expect(service.organizations).toEqual([{ name: "acme", api_key: null }]);
    await service.stop("SIGTERM");
  });
});

describe("parley admin org", () => {
  const place = usePlace(parley);
  beforeAll(async () => {
    await place.admin("org", "create", "acme");
  });

  test("create refuses a name that is taken with 6", async () => {
    const { code, stderr } = await place.admin("org", "create", "acme");
    expect(stderr).toContain('an organization named "acme" already exists');
    expect(code).toBe(6);
  });

  test("create changes nothing under --dry-run, and says why there is nothing to show", async () => {
    const { code, stderr } = await place.admin("org", "create", "other", "--dry-run");
    expect(stderr).toContain("admin commands send no requests, so there is nothing to show");
    expect(code).toBe(2);
    expect((await place.admin("org", "list", "--json")).json).toHaveLength(1);
  });

  test("list counts keys in force and agents", async () => {
    const { key, id } = (await place.admin("key", "create", "acme", "--json")).json;
    const other = (await place.admin("key", "create", "acme", "--json")).json;
    const service = await place.serve();
    await callsWith(service.url, key)("POST", "/v1/add-agent", { name: "Desk", mode: "TEXT" });
    await service.stop("SIGTERM");
    await place.admin("key", "revoke", id, "--yes");
    const { json } = await place.admin("org", "list", "--json");
    expect(json).toEqual([{ id: UUID, name: "acme", created_at: TIME, keys: 1, agents: 1 }]);
    expect(other.key).not.toBe(key);
  });
});

describe("parley admin org delete", () => {
  const place = usePlace(parley);
  let url = "";
  beforeAll(async () => {
    const organizations = ["acme", "rival", "busy"].map((name) => ({
      ...organization(name),
      webhooks: [{ url: "http://127.0.0.1:1/hook", secret: "whsec_test" }],
    }));
    url = (await place.serve({ kind: "Seed", organizations })).url;
  });
  const rowsOf = async () => {
    const { stdout } = await place.admin("export", "-");
    const rows = stdout.split("\n").filter((line) => line.startsWith('{"table"'));
    // Counts of requests and pending jobs belong to no organization.
    return rows.filter((row) => !/^\{"table":"(key_use|job|webhook_delivery)"/.test(row));
  };

  test("refuses while a run is in progress, and leaves its keys in force", async () => {
    const busy = callsWith(url, "pk_test_busy");
    const { result_ids, simulation_id } = await makeConversations(busy);
    const refused = await place.admin("org", "delete", "busy", "--yes");
    expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining("is in progress") });
    expect((await busy("GET", "/v1/all-agents")).status).toBe(200);
    await busy("POST", "/v1/end-conversations", { test_result_ids: result_ids });
    await expect.poll(async () => (await runOf(busy, simulation_id))?.status).toMatch(/COMPLETED/);
  });

  test("deletes everything of the organization and nothing of another, while a service runs", async () => {
    const [acme, rival] = [callsWith(url, "pk_test_acme"), callsWith(url, "pk_test_rival")];
    for (const calls of [acme, rival]) {
      const { agent_id, path } = await makeAgent(calls);
      await makePrompts(calls, path, ["production", "eu"], []);
      await makeMetric(calls);
      const world = {
        tables: { notes: { columns: ["text"] } },
        tools: [{ name: "note", steps: 'insert into notes {text: "x"}' }],
      };
      await makeSimulation(calls, { agent_id, world });
      const { call_id } = await makeCall(calls, String(agent_id), "t-1");
      await expect
        .poll(async () => (await calls("GET", `/v1/retrieve-call-log/${call_id}`)).body.call_log.status)
        .toBe("COMPLETED");
    }
    const { id } = (await place.admin("org", "list", "--json")).json.find(
      ({ name }: { name: string }) => name === "rival",
    );
    const before = await rowsOf();
    const deleted = await place.admin("org", "delete", "acme", "--yes", "--json");
    expect({ code: deleted.code, stderr: deleted.stderr }).toEqual({
      code: 0,
      stderr: `store: ${place.named()}\n`,
    });
    expect(deleted.json).toMatchObject({ deleted: true, name: "acme" });
    const after = await rowsOf();
    expect(after.join("\n")).not.toContain(deleted.json.id);
    const ofRival = (rows: readonly string[]) => rows.filter((row) => row.includes(id));
    expect(ofRival(after)).toEqual(ofRival(before));
    expect(ofRival(after).length).toBeGreaterThan(5);
    expect((await acme("GET", "/v1/all-agents")).status).toBe(401);
    expect((await rival("GET", "/v1/all-agents")).body).toHaveLength(1);
  });
});

const status = async (url: string, key: string) =>
  (await callsWith(url, key)("GET", "/v1/all-agents")).status;

describe("parley admin key", () => {
  const place = usePlace(parley);
  let url = "";
  beforeAll(async () => {
    const organizations = ["acme", "listed", "asked"].map(organization);
    url = (await place.serve({ kind: "Seed", organizations })).url;
  });

  test("create makes further keys that a running service takes at once", async () => {
    const { code, json } = await place.admin("key", "create", "acme", "--name", "ci", "--json");
    expect({ code, json }).toEqual({
      code: 0,
      json: {
        id: UUID,
        organization: "acme",
        name: "ci",
        key: expect.stringMatching(/^pk_local_[\w-]{32}$/),
        created_at: TIME,
      },
    });
    expect(await status(url, json.key)).toBe(200);
    expect(await status(url, "pk_test_acme")).toBe(200);
  });

  test("list shows the beginning of random keys and nothing of those that a person made", async () => {
    await place.admin("key", "create", "listed", "--name", "ci");
    const { json } = await place.admin("key", "list", "--org", "listed", "--json");
    const common = {
      id: UUID,
      organization: "listed",
      created_at: TIME,
      last_used_at: null,
      revoked_at: null,
    };
    expect(json).toEqual([
      { ...common, name: null, beginning: null },
      { ...common, name: "ci", beginning: expect.stringMatching(/^pk_local_.{4}$/) },
    ]);
  });

  // Over PostgreSQL, the store has no files.
  test.skipIf(process.env["PARLEY_TEST_DATABASE_URL"])(
    "the store contains no key in plain text",
    async () => {
      const { key } = (await place.admin("key", "create", "acme", "--json")).json;
      const files = readdirSync(place.folder).filter((name) => name !== "seed.yaml" && name !== "recordings");
      expect(files).not.toEqual([]);
      for (const name of files) expect(readFileSync(join(place.folder, name)).includes(key)).toBe(false);
    },
  );

  test("revoke stops a key from its next request on in every process, and the others keep working", async () => {
    const urls = [url];
    if (process.env["PARLEY_TEST_DATABASE_URL"]) urls.push((await place.serve()).url);
    const { key, id } = (await place.admin("key", "create", "acme", "--json")).json;
    for (const url of urls) expect(await status(url, key)).toBe(200);
    const { code, json } = await place.admin("key", "revoke", id, "--yes", "--json");
    expect({ code, revoked_at: json.revoked_at }).toEqual({ code: 0, revoked_at: TIME });
    for (const url of urls) {
      const refused = await callsWith(url, key)("GET", "/v1/all-agents");
      expect(refused).toMatchObject({ status: 401, body: { detail: "the API key has been revoked" } });
      expect(await status(url, "pk_test_acme")).toBe(200);
    }
  });

  test("revoke asks first: without a terminal it needs --yes and changes nothing", async () => {
    const keys = (await place.admin("key", "list", "--org", "asked", "--json")).json;
    const { code, stderr } = await place.admin("key", "revoke", keys[0].id);
    expect(stderr).toContain("--yes");
    expect(code).toBe(2);
    expect((await place.admin("key", "list", "--org", "asked", "--json")).json).toEqual(keys);
  });

  test("refuses nonexistent objects with 5", async () => {
    expect(await place.admin("key", "create", "nobody")).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("organization nobody not found"),
    });
    expect((await place.admin("key", "list", "--org", "nobody")).code).toBe(5);
    const unknown = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";
    expect((await place.admin("key", "revoke", unknown, "--yes")).code).toBe(5);
  });
});

describe("a key that was revoked", () => {
  const place = usePlace(parley);
  const seed = { kind: "Seed", organizations: [organization("acme")] };

  test("is not brought back by a seed that names it", async () => {
    await (await place.serve(seed)).stop("SIGTERM");
    const [{ id }] = (await place.admin("key", "list", "--json")).json;
    await place.admin("key", "revoke", id, "--yes");
    const service = await place.serve(seed);
    expect(await status(service.url, "pk_test_acme")).toBe(401);
    await service.stop("SIGTERM");
    expect((await place.admin("key", "revoke", id, "--yes")).code).toBe(6);
  });
});

describe("a place without a store", () => {
  test("is refused, and stays empty", async () => {
    const folder = join(parley.home, "nothing-here");
    const { code, stderr } = await parley(["admin", "key", "list", "--data", folder]);
    expect(stderr).toContain(`no store in ${folder}`);
    expect(code).toBe(5);
    expect(readdirSync(parley.home)).not.toContain("nothing-here");
  });
});

describe("a folder that a service runs over", () => {
  const place = usePlace(parley);

  test.skipIf(process.env["PARLEY_TEST_DATABASE_URL"])("is refused to a second service", async () => {
    const first = await place.serve();
    const second = await parley(["serve", "--port", "0", ...place.flags()]);
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("a running service is using this folder"),
    });
    await first.stop("SIGKILL");
    const third = await place.serve();
    expect(await third.stop("SIGTERM")).toBe(0);
  });
});
