import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useCli(recorder);

const going = { simulation_result_id: "12", status: "success", end_conversation: false };
const ended = { ...going, end_conversation: true };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const bodies = () => recorder.requests.map(({ body }) => body);

describe("parley chat", () => {
  test("sends each line as a message with an id of its own, blank lines not, and ends with the input", async () => {
    recorder.answer({ body: going });
    const { code, stdout, stderr } = await parley(["chat", "12"], {
      stdin: "Hello\n\n  \r\nHow can I help?",
    });
    expect(recorder.requests).toMatchObject([
      { method: "POST", path: "/v1/send-http-text-message" },
      { method: "POST", path: "/v1/send-http-text-message" },
    ]);
    expect(bodies()).toEqual([
      { simulation_result_id: "12", message: "Hello", message_id: expect.stringMatching(UUID) },
      { simulation_result_id: "12", message: "How can I help?", message_id: expect.stringMatching(UUID) },
    ]);
    const [first, second] = bodies().map(({ message_id }) => message_id);
    expect(first).not.toBe(second);
    expect(stdout).toBe(
      `message_id\tstatus\tend_conversation\n${first}\tsuccess\tfalse\n${second}\tsuccess\tfalse\n`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("a line that is an object has the fields of the endpoint", async () => {
    recorder.answer({ body: going });
    const call = { type: "tool_call", name: "find_slot", parameters: { day: "Tuesday" }, output: ["10:30"] };
    await parley(["chat", "12"], { stdin: `${JSON.stringify(call)}\n` });
    expect(bodies()).toEqual([
      { ...call, simulation_result_id: "12", message_id: expect.stringMatching(UUID) },
    ]);
  });

  test("prints each answer as it came, a line of JSON each", async () => {
    recorder.answer({ body: { ...going, something_new: 1 } });
    const { stdout } = await parley(["chat", "12", "--json"], { stdin: "a\nb\n" });
    const line = JSON.stringify({ ...going, something_new: 1 });
    expect(stdout).toBe(`${line}\n${line}\n`);
  });

  test("--end ends the conversation after the last line", async () => {
    recorder.answer({ body: going }, { body: ended });
    const { code, stderr } = await parley(["chat", "12", "--end"], { stdin: "Goodbye\n" });
    expect(bodies()).toMatchObject([{ message: "Goodbye" }, { message: "", end_conversation: true }]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "the conversation has ended\n" });
  });

  test("an answer that ends the conversation ends the command, though more could come", async () => {
    recorder.answer({ body: ended });
    const child = parley.start(["chat", "12"]);
    child.stdin?.write("Hello\n");
    const [code] = await once(child, "close");
    expect({ code, sent: recorder.requests.length }).toEqual({ code: 0, sent: 1 });
  });

  test("a line is sent when it comes, not when the input ends", async () => {
    recorder.answer({ body: going });
    const child = parley.start(["chat", "12", "--json"]);
    child.stdin?.write("Hello\n");
    const [answer] = await once(child.stdout as NodeJS.ReadableStream, "data");
    expect(JSON.parse(String(answer))).toEqual(going);
    child.stdin?.end();
    expect((await once(child, "close"))[0]).toBe(0);
  });

  test("Ctrl-C while it waits for a line ends it with 130", async () => {
    recorder.answer({ body: going });
    const child = parley.start(["chat", "12", "--json"]);
    child.stdin?.write("Hello\n");
    await once(child.stdout as NodeJS.ReadableStream, "data");
    child.kill("SIGINT");
    expect((await once(child, "close"))[0]).toBe(130);
  });

  test("a message is tried again after a 503, with the same id", async () => {
    recorder.answer({ status: 503, headers: { "retry-after": "0" } }, { body: going });
    const { code } = await parley(["chat", "12"], { stdin: "Hello\n" });
    const [first, second] = bodies();
    expect(second).toEqual(first);
    expect({ code, sent: recorder.requests.length }).toEqual({ code: 0, sent: 2 });
  });
});

describe("parley chat refuses", () => {
  test("a line that the service refuses ends it with that exit code; what follows is not sent", async () => {
    recorder.answer({ body: going }, { status: 409, body: { detail: "conversation 12 has ended" } });
    const { code, stdout, stderr } = await parley(["chat", "12", "--json"], { stdin: "a\nb\nc\n" });
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: "conflict", message: "conversation 12 has ended" });
    expect(error.request).toEqual({ method: "POST", path: "/v1/send-http-text-message" });
    expect({ code, stdout, sent: recorder.requests.length }).toEqual({
      code: 6,
      stdout: `${JSON.stringify(going)}\n`,
      sent: 2,
    });
  });

  test("a line that begins like an object and is none", async () => {
    const { code, stderr } = await parley(["chat", "12"], { stdin: "{oops\n" });
    expect(stderr).toContain("the line is no JSON object");
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("standard input that would be the key and the messages", async () => {
    const { code, stderr } = await parley(["chat", "12", "--api-key-stdin"], { stdin: "key\n" });
    expect(stderr).toContain("standard input cannot hold both the API key and the messages");
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("--dry-run shows every message and sends none", async () => {
    const { code, json } = await parley(["chat", "12", "--end", "--dry-run", "--json"], { stdin: "Hello\n" });
    expect(json).toMatchObject([
      { method: "POST", body: { simulation_result_id: "12", message: "Hello" } },
      { method: "POST", body: { simulation_result_id: "12", message: "", end_conversation: true } },
    ]);
    expect({ code, sent: recorder.requests }).toEqual({ code: 0, sent: [] });
  });
});

describe("against the service", () => {
  const service = useService();

  test("what is said is in the transcript, and an ended conversation takes no more", async () => {
    const { body: digital_human } = await service.acme("POST", "/v1/create-digital-human", {
      digital_human: { name: "Caller" },
    });
    const { body: simulation } = await service.acme("POST", "/v1/create-simulation", {
      name: "Smoke",
      agent_id: 101,
      digital_human_ids: [digital_human.digital_human.id],
    });
    const { body: run } = await service.acme("POST", "/v1/queue-http-text-simulation-run", {
      simulation_id: simulation.id,
    });
    const [id] = run.simulation_result_ids;
    const chat = (stdin: string, ...flags: string[]) =>
      parley(["chat", id, "--json", "--base-url", service.url(), ...flags], {
        stdin,
        env: { PARLEY_API_KEY: ACME_KEY },
      });
    const talk = await chat('Hello\n{"type":"tool_call","name":"find_slot"}\n', "--end");
    expect(talk.code).toBe(0);
    const { body: result } = await service.acme("GET", `/v1/retrieve-simulation-result/${id}`);
    expect(result.transcript).toContainEqual(expect.objectContaining({ role: "AGENT", message: "Hello" }));
    expect(result.tool_calls).toMatchObject([{ name: "find_slot" }]);
    const late = await chat("Still there?\n");
    expect(late.stderr).toContain("has ended");
    expect(late.code).toBe(6);
  });
});
