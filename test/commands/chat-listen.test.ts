import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useConversation } from "../support/conversation.ts";
import { useRecorder } from "../support/recorder.ts";
import { deliver, publishedHeaders, sign, watch } from "../support/webhooks.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const played = useConversation(recorder);

const updates = () =>
  recorder.requests.filter(({ path }) => path === "/v1/update-agent").map(({ body }) => body);

/** A chat that listens and has registered itself. */
async function chat(args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = parley.start(["chat", "12", "--listen", "127.0.0.1:0", "--wait", "20", ...args], { env });
  const watched = watch(child);
  await expect.poll(() => updates().length).toBe(1);
  const say = (line: string) => child.stdin?.write(`${line}\n`);
  return { ...watched, say, child, url: String(updates()[0].http_webhook) };
}

describe("parley chat --listen", () => {
  test("is the agent's webhook while it runs, and puts the old one back", async () => {
    played.agent.http_webhook = "http://127.0.0.1:1/old";
    played.replies.push("Hi there");
    const { say, child, ended, printed, shows, url } = await chat();
    say("Hello");
    await shows("stdout", /USER\tHi there\t/);
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(updates()).toEqual([
      { agent_id: "101", http_webhook: url },
      { agent_id: "101", http_webhook: "http://127.0.0.1:1/old" },
    ]);
    expect(printed.stderr).toContain(`replies arrive at ${url}, temporarily the http_webhook of agent 101`);
    expect(printed.stderr).toContain("the http_webhook of agent 101 was reset to http://127.0.0.1:1/old");
    expect(JSON.stringify(printed)).not.toContain("whsec_1");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("puts the agent's webhook back at %s", async (signal) => {
    const { child, ended } = await chat();
    child.kill(signal);
    expect(await ended).toBe(signal === "SIGINT" ? 130 : 143);
    expect(played.agent.http_webhook).toBeNull();
  });

  test("puts the agent's webhook back when the service refuses a line", async () => {
    played.faults.push({ status: 400, body: { detail: "no" } });
    const { say, ended } = await chat();
    say("Hello");
    expect(await ended).toBe(3);
    expect(played.agent.http_webhook).toBeNull();
  });

  test("keeps a webhook that another client has set in the meantime, and says so", async () => {
    const { child, ended, printed } = await chat();
    played.agent.http_webhook = "http://127.0.0.1:1/theirs";
    child.stdin?.end();
    await ended;
    expect(played.agent.http_webhook).toBe("http://127.0.0.1:1/theirs");
    expect(printed.stderr).toContain(
      "someone else has changed the http_webhook of agent 101; it was left as it is",
    );
  });

  test("says how to put it back when the service does not let it", async () => {
    const { child, ended, printed } = await chat(["--retries", "0"]);
    recorder.answer({ status: 500 });
    child.stdin?.end();
    await ended;
    expect(printed.stderr).toContain("restore it with: parley agents update 101 --unset http_webhook");
  });

  test("gives an agent without a key a temporary one, so that its requests are signed", async () => {
    played.agent.http_webhook_key = null;
    played.replies.push("Signed");
    const { say, child, ended, printed, shows } = await chat();
    say("Hello");
    await shows("stdout", /USER\tSigned/);
    const key = updates()[0].http_webhook_key;
    expect(key).toMatch(/^whsec_.{32}$/);
    child.stdin?.end();
    await ended;
    expect(played.agent).toMatchObject({ http_webhook: null, http_webhook_key: null });
    expect(JSON.stringify(printed)).not.toContain(key);
  });

  test("registers --public-url, where the service reaches it by another name", async () => {
    const { child, ended, url } = await chat(["--public-url", "https://tunnel.example/hook"]);
    expect(url).toBe("https://tunnel.example/hook");
    child.stdin?.end();
    await ended;
  });

  test("takes a reply that is signed as the hosted service does", async () => {
    const { child, ended, shows, url } = await chat();
    const body = {
      simulation_result_id: "12",
      message: "From afar",
      message_id: "h1",
      end_conversation: false,
    };
    expect(await deliver(url, body, { headers: publishedHeaders("whsec_1", body) })).toBe(200);
    expect(await deliver(url, body, { headers: publishedHeaders("whsec_2", body) })).toBe(401);
    await shows("stdout", /USER\tFrom afar\t/);
    child.stdin?.end();
    expect(await ended).toBe(0);
  });

  test("shows a reply once, however often it is delivered and by which way", async () => {
    await played.speak("Anyone there?");
    const [waiting] = played.transcript;
    const { child, ended, printed, shows, url } = await chat();
    await shows("stdout", /Anyone there/);
    const reply = { simulation_result_id: "12", message: "Twice", message_id: "m9", end_conversation: false };
    await deliver(url, reply, { id: "d1" });
    await deliver(url, reply, { id: "d1" });
    await deliver(url, reply, { id: "d2" });
    await deliver(url, { ...reply, ...waiting });
    await deliver(url, { ...reply, message: "Last", message_id: "m10" });
    await shows("stdout", /Last/);
    child.stdin?.end();
    await ended;
    expect(printed.stdout.match(/Twice/g)).toHaveLength(1);
    expect(printed.stdout.match(/Anyone there/g)).toHaveLength(1);
  });

  test("a reply that ends the conversation ends the command", async () => {
    const { ended, printed, url } = await chat(["-o", "jsonl"]);
    await deliver(url, {
      simulation_result_id: "12",
      message: "Bye",
      message_id: "m",
      end_conversation: true,
    });
    expect(await ended).toBe(0);
    expect(printed.stdout).toMatch(/"message":"Bye".*\n\{"event":"ended"/);
    expect(played.agent.http_webhook).toBeNull();
  });

  test("refuses unsigned requests, and reports it", async () => {
    const { child, ended, printed, shows, url } = await chat();
    expect(await deliver(url, { simulation_result_id: "12", message: "Forged" }, { key: "other" })).toBe(401);
    await shows("stderr", /refused: .* the signature does not match/);
    child.stdin?.end();
    await ended;
    expect(printed.stdout).not.toContain("Forged");
  });

  test("another conversation of the agent continues at the address it used before, signature and all", async () => {
    const passed: { readonly text: string; readonly signature: unknown }[] = [];
    const old = createServer(async (request, response) => {
      const signature = request.headers["x-parley-signature"];
      passed.push({ text: (await request.toArray()).join(""), signature });
      response.writeHead(passed.length === 1 ? 503 : 200).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => old.once("listening", resolve));
    played.agent.http_webhook = `http://127.0.0.1:${(old.address() as AddressInfo).port}/`;
    const { child, ended, printed, url } = await chat();
    const other = JSON.stringify({ simulation_result_id: "13", message: "Not for you", message_id: "x" });
    expect(await deliver(url, other, { id: "o1" })).toBe(500);
    expect(await deliver(url, other, { id: "o1" })).toBe(200);
    child.stdin?.end();
    await ended;
    old.close();
    const signature = sign("whsec_1", other);
    expect(passed).toEqual([
      { text: other, signature },
      { text: other, signature },
    ]);
    expect(printed.stdout).not.toContain("Not for you");
  });

  test("a port that is taken changes nothing", async () => {
    const { port } = new URL(recorder.url());
    const { code, stderr } = await parley(["chat", "12", "--listen", `127.0.0.1:${port}`]);
    expect(stderr).toContain(`port ${port} is already in use`);
    expect({ code, updates: updates() }).toEqual({ code: 2, updates: [] });
  });
});
