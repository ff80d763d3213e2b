import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { deliver, publishedHeaders, sign, watch } from "../support/webhooks.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const KEY = "whsec_1";
const turn = { simulation_result_id: "12", message: "Hi", message_id: "m1", end_conversation: false };

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** A listener that is ready, the address it uses, and its output. */
async function listen(
  args: readonly string[] = [],
  env: Record<string, string> = { PARLEY_WEBHOOK_SECRET: KEY },
) {
  const child = parley.start(["listen", "--listen", "127.0.0.1:0", ...args], { env });
  const watched = watch(child);
  stops.push(() => {
    child.kill("SIGINT");
    return watched.ended;
  });
  const [, url = ""] = await watched.shows("stderr", /listening on (http:\/\/\S+);/);
  return { ...watched, url, stop: () => child.kill("SIGINT") };
}

describe("parley listen", () => {
  test("prints signed deliveries, a line of JSON each, and ends with 0 at Ctrl-C", async () => {
    const listener = await listen(["-o", "jsonl"]);
    expect(await deliver(`${listener.url}/any/path`, turn, { id: "d1" })).toBe(200);
    expect(await deliver(listener.url, { a: 1 }, { id: "d2", event: "simulation_ended" })).toBe(200);
    await listener.shows("stdout", /d2.*\n/);
    listener.stop();
    expect(await listener.ended).toBe(0);
    const received_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(
      listener.printed.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { delivery: "d1", event: "digital_human_message", received_at, body: turn },
      { delivery: "d2", event: "simulation_ended", received_at, body: { a: 1 } },
    ]);
  });

  test("accepts a delivery with the signature and names of the hosted service, and refuses others", async () => {
    const listener = await listen(["-o", "jsonl"]);
    const body = { type: "simulation_ended", id: 12 };
    const headers = publishedHeaders(KEY, body, "h1", "simulation_ended");
    expect(await deliver(listener.url, body, { headers })).toBe(200);
    const forged = publishedHeaders("whsec_other", body, "h2", "simulation_ended");
    expect(await deliver(listener.url, body, { headers: forged })).toBe(401);
    await listener.shows("stdout", /h1.*\n/);
    listener.stop();
    expect(await listener.ended).toBe(0);
    expect(JSON.parse(listener.printed.stdout)).toMatchObject({
      delivery: "h1",
      event: "simulation_ended",
      body,
    });
  });

  test("piped without a format it is tab-separated with titles once, and nothing a terminal obeys", async () => {
    const listener = await listen();
    await deliver(listener.url, { message: "\x1b]0;owned\x07a\tb" }, { id: "d3" });
    await deliver(listener.url, "no JSON", { id: "d4" });
    await listener.shows("stdout", /d4.*\n/);
    const [titles, first, second] = listener.printed.stdout.split("\n").map((line) => line.split("\t"));
    expect(titles).toEqual(["received_at", "event", "delivery", "body"]);
    expect(first?.slice(1)).toEqual([
      "digital_human_message",
      "d3",
      '{"message":"\\u001b]0;owned\\u0007a\\tb"}',
    ]);
    expect(second?.slice(1)).toEqual(["digital_human_message", "d4", "no JSON"]);
  });

  test("a delivery that comes twice is acknowledged twice and shown once, also after a new start", async () => {
    const listener = await listen(["-o", "jsonl"]);
    const twice = await Promise.all([1, 2].map(() => deliver(listener.url, turn, { id: "again" })));
    expect(twice).toEqual([200, 200]);
    await listener.shows("stdout", /again/);
    listener.stop();
    await listener.ended;
    expect(listener.printed.stdout.match(/again/g)).toHaveLength(1);

    const next = await listen(["-o", "jsonl"]);
    expect(await deliver(next.url, turn, { id: "again" })).toBe(200);
    await deliver(next.url, turn, { id: "new" });
    await next.shows("stdout", /new/);
    expect(next.printed.stdout).not.toContain("again");
  });

  test("the same bytes without a number are one delivery", async () => {
    const listener = await listen(["-o", "jsonl"]);
    const unnumbered = { headers: { "x-parley-delivery": undefined } };
    await deliver(listener.url, { unnumbered: 1 }, unnumbered);
    await deliver(listener.url, { unnumbered: 1 }, unnumbered);
    await deliver(listener.url, { unnumbered: 2 }, unnumbered);
    await listener.shows("stdout", /"unnumbered":2/);
    expect(listener.printed.stdout.match(/"unnumbered":1/g)).toHaveLength(1);
  });

  test.each([
    ["is not signed", { "x-parley-signature": undefined }, "the delivery is not signed"],
    [
      "is signed with another key",
      { "x-parley-signature": sign("other", "{}") },
      "the signature does not match",
    ],
    ["has an invalid signature", { "x-parley-signature": "sha256=zz" }, "the signature does not match"],
  ])("what %s is refused with 401, reported and not shown", async (_, headers, reason) => {
    const listener = await listen(["-o", "jsonl"]);
    expect(await deliver(listener.url, "{}", { headers })).toBe(401);
    await listener.shows("stderr", new RegExp(`refused: POST / from 127.0.0.1: ${reason}`));
    expect(listener.printed.stdout).toBe("");
    expect(listener.printed.stderr).not.toContain(KEY);
  });

  describe("Standard Webhooks", () => {
    const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const standard = (id: string, ago_s: number, secret = SECRET) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - ago_s);
      const signature = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
        .update(`${id}.${timestamp}.{}`)
        .digest("base64");
      return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
        "x-parley-signature": undefined,
      };
    };
    const listener = (...args: string[]) => listen(args, { PARLEY_WEBHOOK_SECRET: SECRET });

    test("a delivery counts by its signed id and time, and a late one is refused as a replay", async () => {
      const { url, shows, printed } = await listener("-o", "jsonl");
      const send = (headers: Record<string, string | undefined>) =>
        deliver(url, "{}", { key: SECRET, headers });
      expect(await send(standard("s1", 10))).toBe(200);
      // A replay within the time, under another unsigned number.
      expect(await send({ ...standard("s1", 10), "x-parley-delivery": "new" })).toBe(200);
      expect(await send(standard("s2", 400))).toBe(401);
      expect(await send(standard("s3", -400))).toBe(401);
      expect(await send({ ...standard("s4", 10), "webhook-id": "s5" })).toBe(401);
      expect(await send({ ...standard("s6", 400), "webhook-timestamp": undefined })).toBe(401);
      expect(await send(standard("s7", 10, `whsec_${Buffer.alloc(24, 8).toString("base64")}`))).toBe(401);
      // The time is signed in whole seconds.
      await shows("stderr", /refused: .*(?:399|40[01]) s away from this machine's time: it may be a replay/);
      expect(printed.stdout.match(/"delivery":"s\d"/g)).toEqual(['"delivery":"s1"']);
    });

    test("--tolerance sets the time, and refuses what does not say when it was signed", async () => {
      const { url } = await listener("--tolerance", "600");
      const send = (headers: Record<string, string | undefined>) =>
        deliver(url, "{}", { key: SECRET, headers });
      expect(await send(standard("t1", 400))).toBe(200);
      expect(await send(standard("t2", 700))).toBe(401);
      expect(await send({})).toBe(401);
    });
  });

  test("a signature may have a prefix and be in a header of another name", async () => {
    const listener = await listen(["-o", "jsonl", "--signature-header", "X-Hub-Signature-256"]);
    const headers = { "x-parley-signature": undefined, "x-hub-signature-256": `sha256=${sign(KEY, "{}")}` };
    expect(await deliver(listener.url, "{}", { headers })).toBe(200);
    expect(await deliver(listener.url, "{}")).toBe(200);
  });

  test("only POST is taken, and no body beyond 4 MiB", async () => {
    const listener = await listen();
    expect((await fetch(listener.url)).status).toBe(405);
    const large = "x".repeat(4 * 1024 * 1024 + 1);
    expect(await deliver(listener.url, large)).toBe(413);
    expect(await deliver(listener.url, large.slice(1))).toBe(200);
  });

  test("a connection that says nothing does not keep it from ending", async () => {
    const listener = await listen();
    const idle = connect(Number(new URL(listener.url).port), "127.0.0.1");
    idle.on("error", () => undefined);
    await new Promise((resolve) => idle.on("connect", resolve));
    listener.stop();
    expect(await listener.ended).toBe(0);
    idle.destroy();
  });

  test("--events keeps the others away; they are acknowledged", async () => {
    const listener = await listen(["-o", "jsonl", "--events", "simulation_ended,x"]);
    expect(await deliver(listener.url, turn, { id: "e1" })).toBe(200);
    expect(await deliver(listener.url, {}, { id: "e2", event: "simulation_ended" })).toBe(200);
    await listener.shows("stdout", /e2/);
    expect(listener.printed.stdout).not.toContain("e1");
    expect((await parley(["listen", "--replay", "e1"])).code).toBe(5);
  });
});

describe("the key", () => {
  test("is the agent's if no variable is set; it is not shown", async () => {
    recorder.answer({ body: [{ id: "101", http_webhook_key: "whsec_agent" }] });
    const listener = await listen(["--agent", "101", "--debug"], {});
    expect(recorder.requests).toMatchObject([{ method: "GET", path: "/v1/all-agents" }]);
    expect(await deliver(listener.url, turn, { key: "whsec_agent" })).toBe(200);
    expect(await deliver(listener.url, turn, { key: KEY })).toBe(401);
    expect(JSON.stringify(listener.printed)).not.toContain("whsec_agent");
  });

  test("of the variable asked for comes first, and then no agent is asked about", async () => {
    const listener = await listen(["--webhook-secret-env", "MINE"], {
      MINE: "whsec_mine",
      PARLEY_WEBHOOK_SECRET: KEY,
    });
    expect(await deliver(listener.url, turn, { key: "whsec_mine" })).toBe(200);
    expect(await deliver(listener.url, turn, { key: KEY })).toBe(401);
    expect(recorder.requests).toEqual([]);
  });

  test.each([
    [
      "a variable that is not set",
      ["--webhook-secret-env", "MINE"],
      [],
      "the environment variable MINE is not set",
    ],
    ["an agent that is not there", ["--agent", "7"], [], "agent 7 not found"],
    ["an agent without a key", ["--agent", "7"], [{ id: "7" }], "agent 7 has no http_webhook_key"],
    ["no agent", [], [], "no agent given"],
  ])("of %s is a usage error", async (_, args, body, message) => {
    recorder.answer({ body });
    const { code, stderr } = await parley(["listen", "--listen", ":0", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe("forwarding", () => {
  test("hands on the same bytes under the same headers", async () => {
    const listener = await listen(["--forward", `${recorder.url()}/hook?a=b`]);
    const text = '{ "message": "ä\\u0000", "n": 1.0 }';
    await deliver(listener.url, text, { id: "f1", headers: { "x-simulation-result-id": "12" } });
    await listener.shows("stderr", /f1: http:\S+ answered 200/);
    const [{ method, path, headers, text: got } = { headers: {} }] = recorder.requests;
    expect({ method, path, got }).toEqual({ method: "POST", path: "/hook?a=b", got: text });
    expect(headers).toMatchObject({
      "x-parley-signature": sign(KEY, text),
      "x-parley-delivery": "f1",
      "x-parley-event": "digital_human_message",
      "x-simulation-result-id": "12",
      "content-type": "application/json",
      host: new URL(recorder.url()).host,
    });
  });

  test("a failing target is reported and does not end it; --replay sends again", async () => {
    recorder.answer({ status: 500 }, { reset: true }, {});
    const listener = await listen(["--forward", recorder.url()]);
    expect(await deliver(listener.url, turn, { id: "f2" })).toBe(200);
    await listener.shows("stderr", /f2: \S+ answered 500; send it again with --replay f2/);
    expect(await deliver(listener.url, turn, { id: "f3" })).toBe(200);
    await listener.shows("stderr", /f3: not forwarded to .*; send it again/);
    const again = await parley(["listen", "--replay", "f2", "--forward", recorder.url(), "--json"]);
    expect(again.json).toMatchObject({ delivery: "f2", status: 200, body: turn });
    expect(recorder.requests[2]?.headers).toMatchObject({
      "x-parley-signature": sign(KEY, JSON.stringify(turn)),
    });
    expect(recorder.requests[2]?.body).toEqual(turn);
  });

  test("of a stored delivery reports the target's answer", async () => {
    const listener = await listen();
    await deliver(listener.url, turn, { id: "f4" });
    recorder.answer({ status: 502 });
    const refused = await parley(["listen", "--replay", "f4", "--forward", recorder.url()]);
    expect(refused.stderr).toContain("answered 502");
    expect(refused.code).toBe(1);
    const gone = await parley(["listen", "--replay", "f4", "--forward", "http://127.0.0.1:1"]);
    expect(gone.code).toBe(7);
  });
});

describe("--replay", () => {
  test("without a target, prints the stored delivery", async () => {
    const listener = await listen();
    await deliver(listener.url, turn, { id: "r1" });
    const { code, json } = await parley(["listen", "--replay", "r1", "--json"]);
    expect({ code, json }).toMatchObject({ code: 0, json: { delivery: "r1", body: turn } });
    const kept = join(parley.home, ".local/share/parley/webhooks.jsonl");
    expect(readFileSync(kept, "utf8")).not.toContain(KEY);
  });

  test("of an unknown delivery is not found", async () => {
    const { code, stderr } = await parley(["listen", "--replay", "nope"]);
    expect(stderr).toContain("delivery nope was not found among those kept here");
    expect(code).toBe(5);
  });
});

test.each([
  ["an invalid address", ["--listen", "localhost"]],
  ["an address of another machine", ["--listen", "192.0.2.1:0"]],
  ["a target that is not a URL", ["--forward", "nope"]],
  ["a target of another protocol", ["--forward", "file:///etc/passwd"]],
])("%s is a usage error", async (_, args) => {
  const { code, stderr } = await parley(["listen", ...args], { env: { PARLEY_WEBHOOK_SECRET: KEY } });
  expect(stderr).toMatch(/^error: /);
  expect(code).toBe(2);
});

test("a port that is taken is a usage error that says so", async () => {
  const { port } = new URL(recorder.url());
  const { code, stderr } = await parley(["listen", "--listen", `127.0.0.1:${port}`], {
    env: { PARLEY_WEBHOOK_SECRET: KEY },
  });
  expect(stderr).toContain(`port ${port} is already in use`);
  expect(code).toBe(2);
});
