/** Three services over one database: what is true within a process is true between them. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../src/contract/types.ts";
import { useCli } from "../support/cli.ts";
import {
  conversationOf,
  labelOf,
  makeAgent,
  makeConversation,
  makeConversations,
  makePrompts,
  runOf,
} from "../support/make.ts";
import type { Served } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

const SEED = { kind: "Seed", organizations: [{ name: "acme", api_key: "pk_acme" }] };
const SIMULTANEOUS = 30;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("services over one PostgreSQL database", () => {
  const shared = useSharedDatabase(useCli());
  let services: Served[];
  let callers: Calls[];
  beforeAll(async () => {
    services = await Promise.all([shared.start(SEED), shared.start(SEED), shared.start(SEED)]);
    callers = services.map(({ url }) => callsWith(url, "pk_acme"));
  });

  /** Simultaneous calls, to each service in turn. */
  const times = <T>(call: (acme: Calls, index: number) => Promise<T>) =>
    Promise.all(
      Array.from({ length: SIMULTANEOUS }, (_, index) => call(callers[index % 3] ?? first(), index)),
    );
  const first = (): Calls => (method, path, body) =>
    callsWith(services[0]?.url ?? "", "pk_acme")(method, path, body);
  const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).sort();
  const oneOf = (winner: number, loser: number) => [winner, ...Array(SIMULTANEOUS - 1).fill(loser)].sort();

  test("start at once on an empty database: the tables and the seed are made once", () => {
    for (const { organizations } of services)
      expect(organizations).toEqual([{ name: "acme", api_key: "pk_acme" }]);
  });

  test("give simultaneous versions distinct consecutive numbers, and the last one `latest`", async () => {
    const { path } = await makeAgent(first());
    const replies = await times((acme, index) =>
      acme("POST", `${path}/prompts/versions`, { prompt_text: `text ${index}` }),
    );
    const numbers = replies.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: SIMULTANEOUS }, (_, index) => index + 1));
    const { body } = await first()("GET", `${path}/prompts/versions?label=latest`);
    expect(body).toMatchObject([{ version: SIMULTANEOUS }]);
  });

  test("show in the next list what another has acknowledged", async () => {
    const { path } = await makeAgent(first());
    const answers = await times(async (acme, index) => {
      const list = "/v1/custom-metrics?page_size=100";
      const other = callers[(index + 1) % 3] ?? first();
      await other("GET", list);
      const name = `Seen ${index}`;
      const made = await acme("POST", "/v1/create-custom-metric", { name, response_type: "pass_fail" });
      const { version } = (await acme("POST", `${path}/prompts/versions`, { prompt_text: name })).body;
      const metrics: Answer<"list_custom_metrics"> = (await other("GET", list)).body;
      const versions: Answer<"list_prompt_versions"> = (
        await other("GET", `${path}/prompts/versions?limit=100`)
      ).body;
      return {
        status: made.status,
        isListed: metrics.metrics.some((metric) => metric.name === name),
        hasVersion: versions.some((shown) => shown.version === version && shown.prompt_text === name),
      };
    });
    expect(answers).toEqual(answers.map(() => ({ status: 200, isListed: true, hasVersion: true })));
  });

  test("leave a label that all move on one version, and give one that all claim to one", async () => {
    const { path } = await makeAgent(first());
    await makePrompts(first(), path, ...Array.from({ length: SIMULTANEOUS }, () => []));
    const label = (labels: string[], override_label: boolean) =>
      times((acme, index) =>
        acme("POST", `${path}/prompts/versions/${index + 1}/labels`, { labels, override_label }),
      );
    expect(statuses(await label(["moved"], true))).toEqual(Array(SIMULTANEOUS).fill(200));
    const claims = await label(["claimed"], false);
    expect(statuses(claims)).toEqual(oneOf(200, 409));
    const versions: Answer<"list_prompt_versions"> = (
      await first()("GET", `${path}/prompts/versions?limit=100`)
    ).body;
    const holders = (text: string) =>
      versions.filter(({ labels }) => labels?.includes(text)).map(({ version }) => version);
    expect(holders("moved")).toHaveLength(1);
    expect(holders("claimed")).toEqual([claims.findIndex(({ status }) => status === 200) + 1]);
    expect(await labelOf(first(), path, "moved")).toBeDefined();
  });

  test("give an always-on number to one of those that claim it", async () => {
    const digital_human = { phone_number: "+14155550100", always_on_mode: true, always_on_active: true };
    const replies = await times((acme) => acme("POST", "/v1/create-digital-human", { digital_human }));
    expect(statuses(replies)).toEqual(oneOf(200, 409));
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "always_on_conflict", phone_number: "+14155550100" });
  });

  test("take a repeated message once and give all the same answer", async () => {
    const result_id = await makeConversation(first());
    const body = { simulation_result_id: result_id, message: "Hello", message_id: "m-1" };
    const replies = await times((acme) => acme("POST", "/v1/send-http-text-message", body));
    expect(statuses(replies)).toEqual(Array(SIMULTANEOUS).fill(200));
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    const { transcript } = await conversationOf(first(), result_id);
    expect(transcript.map(({ role, message }) => [role, message])).toEqual([
      ["AGENT", "Hello"],
      ["USER", "Please continue."],
    ]);
  });

  test("keep the turns of one conversation apart", async () => {
    const result_id = await makeConversation(first());
    const replies = await times((acme, index) =>
      acme("POST", "/v1/send-http-text-message", {
        simulation_result_id: result_id,
        message: `message ${index}`,
        message_id: `m-${index}`,
      }),
    );
    const taken = replies.filter(({ status }) => status === 200);
    const { transcript } = await conversationOf(first(), result_id);
    const roles = transcript.map(({ role }) => role);
    expect(roles.filter((role) => role === "AGENT")).toHaveLength(taken.length);
    expect(roles.filter((_, index) => index % 2 === 1)).not.toContain("AGENT");
  });

  test("count every conversation of a run that ends, once", async () => {
    const { result_ids, simulation_id } = await makeConversations(first(), SIMULTANEOUS);
    const replies = await times((acme, index) =>
      acme("POST", "/v1/send-http-text-message", {
        simulation_result_id: result_ids[index],
        message: "Bye",
        end_conversation: true,
      }),
    );
    expect(statuses(replies)).toEqual(Array(SIMULTANEOUS).fill(200));
    await expect.poll(async () => (await runOf(first(), simulation_id))?.status).not.toBe("RUNNING");
    const run = await runOf(first(), simulation_id);
    expect(run?.total_tests).toBe(SIMULTANEOUS);
    expect((run?.tests_completed ?? 0) + (run?.tests_incompleted ?? 0)).toBe(SIMULTANEOUS);
  });

  test("end with 0 at SIGTERM", async () => {
    expect(await Promise.all(services.map((service) => service.stop("SIGTERM")))).toEqual([0, 0, 0]);
  });
});
