/**
 * Services behind a balancer that sends each request to another one: no client or conversation is tied to one
 * of them.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Balancer, balance } from "../support/balancer.ts";
import { useCli } from "../support/cli.ts";
import type { Served } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";
import { asMulaw, fromMulaw, startTelephoneAgent } from "../support/telephone-agent.ts";

const KEY = "pk_acme";
const PASSWORD = "the-auth-token";
const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: KEY,
      agents: [
        { id: 101, name: "Front desk", mode: "TEXT" },
        {
          id: 102,
          name: "Telephone",
          mode: "VOICE",
          websocket_username: "user",
          websocket_password: PASSWORD,
        },
      ],
      simulations: [
        {
          id: 7,
          name: "Texts",
          agent_id: 101,
          opening_patience_ms: 0,
          digital_humans: [{ id: 501, name: "Ana", intent: "Talk" }],
        },
        {
          id: 8,
          name: "Calls",
          agent_id: 102,
          digital_humans: [
            {
              id: 502,
              name: "Bea",
              intent: "I want to book.",
              endpointing_delay: 0.5,
              phone_number: "+14155550101",
              scripted_responses: [
                { match_type: "any", response_type: "dtmf", response_value: "15#", occurrence_mode: "once" },
              ],
            },
          ],
        },
      ],
    },
  ],
};

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("services behind a balancer", () => {
  const shared = useSharedDatabase(useCli());
  let services: Served[] = [];
  let balancer: Balancer;
  let acme: Calls;
  const ended: (() => void)[] = [];
  beforeAll(async () => {
    services = await Promise.all([1, 2, 3].map(() => shared.start(SEED, "--role", "api")));
    await shared.start(SEED, "--role", "worker");
    balancer = await balance(() => services.map(({ url }) => url));
    acme = callsWith(balancer.url, KEY);
    ended.push(balancer.close);
  });
  afterAll(() => {
    for (const end of ended) end();
  });

  /** The answer to a request to the console, with the position of the service that answered. */
  async function asked(method: string, path: string, headers: Record<string, string>) {
    const answer = await fetch(balancer.url + path, {
      method,
      headers: { origin: balancer.url, ...headers },
    });
    return { answer, to: balancer.sent.at(-1)?.to };
  }

  async function signIn() {
    const { body } = await acme("POST", "/v1/console-links");
    const made = balancer.sent.at(-1)?.to;
    const link = body.path.replace("/#/sign-in/", "");
    const { answer, to } = await asked("POST", "/console/session", { "x-sign-in": link });
    expect(answer.status).toBe(200);
    expect(to).not.toBe(made);
    return { cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", to };
  }

  /** Opens a stream. Returns its text up to `wanted`, or to its end. */
  async function stream(headers: Record<string, string>) {
    const own = new AbortController();
    const answer = await fetch(`${balancer.url}/console/events`, { headers, signal: own.signal });
    expect(answer.status).toBe(200);
    const at = balancer.sent.at(-1)?.to;
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    return {
      at,
      async until(wanted: string): Promise<string> {
        while (!told.includes(wanted)) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) break;
          told += value;
        }
        return told;
      },
      close: () => own.abort(),
    };
  }

  const say = (simulation_result_id: string, message: string) =>
    acme("POST", "/v1/send-http-text-message", { simulation_result_id, message, end_turn: false });

  test("a page signs in at one service, hears from another what happens at a third, and signs out elsewhere", async () => {
    const { cookie, to: signed_in_at } = await signIn();
    const live = await stream({ cookie });
    expect(live.at).not.toBe(signed_in_at);
    await live.until("event: ready");
    const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    const [id = ""] = run.simulation_result_ids.map(String);
    const said_at: (number | undefined)[] = [];
    for (const text of ["first", "second", "third"]) {
      expect((await say(id, text)).status).toBe(200);
      said_at.push(balancer.sent.at(-1)?.to);
      expect(await live.until(`"message":"${text}"`)).toContain(`"message":"${text}"`);
    }
    expect(new Set(said_at).size).toBe(3);
    expect(await live.until(`"id":"${id}"`)).toContain('"name":"Ana"');

    expect((await asked("DELETE", "/console/session", { cookie })).answer.status).toBe(200);
    for (const _ of services)
      expect((await asked("GET", "/console/session", { cookie })).answer.status).toBe(401);
    await say(id, "after the end");
    // The stream has ended, on whichever service it was, and did not send this.
    expect(await live.until("after the end")).not.toContain("after the end");
  });

  test("a stream that reconnects to another service is sent what it missed", async () => {
    const key = { "x-api-key": KEY };
    const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    const [id = ""] = run.simulation_result_ids.map(String);
    const first = await stream(key);
    const last = /id: (\d+)\nevent: ready/.exec(await first.until("event: ready\n"))?.[1] ?? "";
    first.close();
    await say(id, "missed");
    const again = await stream({ ...key, "last-event-id": last });
    expect(again.at).not.toBe(first.at);
    expect(await again.until('"message":"missed"')).toContain('"message":"missed"');
    again.close();
  });

  test("a turn that is committed after one with a higher number is sent too", async () => {
    const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    const [id = ""] = run.simulation_result_ids.map(String);
    const live = await stream({ "x-api-key": KEY });
    await live.until("event: ready");
    const slow = new pg.Client({ connectionString: shared.url() });
    await slow.connect();
    await slow.query("begin");
    await slow.query(
      "insert into conversation_entry (simulation_result_id, role, message, start_offset_ms, stacked) values ($1, 'AGENT', 'late', 0, 0)",
      [id],
    );
    const { body: other } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    await say(String(other.simulation_result_ids[0]), "early");
    await live.until('"message":"early"');
    await slow.query("commit");
    await slow.end();
    expect(await live.until('"message":"late"')).toContain('"message":"late"');
    live.close();
  });

  test("a call is hung up by its agent through a service that does not make it", async () => {
    const answered: number[] = [];
    const agent = await startTelephoneAgent(
      {
        answers: (url) => `<Response><Connect><Stream url="${url}"/></Connect></Response>`,
        rate: 8000,
        encode: asMulaw,
        decode: fromMulaw,
        media: (payload, { streamSid }) => ({ event: "media", streamSid, media: { payload } }),
        mark: (name, { streamSid }) => ({ event: "mark", streamSid, mark: { name } }),
        clear: ({ streamSid }) => ({ event: "clear", streamSid }),
      },
      "#",
      async ({ start: { accountSid, callSid } }) => {
        const authorization = `Basic ${Buffer.from(`${accountSid}:${PASSWORD}`).toString("base64")}`;
        for (const _ of services) {
          const hung_up = await fetch(
            `${balancer.url}/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`,
            {
              method: "POST",
              headers: { "content-type": "application/x-www-form-urlencoded", authorization },
              body: "Status=completed",
            },
          );
          answered.push(hung_up.status);
        }
      },
    );
    ended.push(agent.close);
    const call = { simulation_id: 8, websocket_url: agent.webhook, dialect: "twilio" };
    const { body: run } = await acme("POST", "/v1/queue-simulation-run", call);
    const [id] = run.simulation_result_ids;
    const result = async () =>
      (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result;
    await expect.poll(async () => (await result()).outcome).not.toBeNull();
    expect(await result()).toMatchObject({ end_reason: "hung_up_by_agent", call: { attempts: 1 } });
    // The first of them ended it, and the others knew.
    expect(answered).toEqual([200, 400, 400]);
  });
});
