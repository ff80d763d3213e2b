/** An error says why: the service's reason in any format, the key that cannot be sent, the missing route. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KEY } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { type Reply, useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

const html = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>x</body></html>`;

describe("the reason of a refusal is shown", () => {
  test.each<[string, Reply, string[]]>([
    ["error", { body: { error: "quota used up" } }, ["error: quota used up"]],
    ["message", { body: { message: "quota used up" } }, ["error: quota used up"]],
    [
      "code and message",
      { body: { error: "Bad Request", message: "name is too long", statusCode: 400 } },
      ["error: name is too long"],
    ],
    [
      "an error object",
      { body: { error: { code: 17, message: "quota used up" } } },
      ["error: quota used up"],
    ],
    [
      "a detail object",
      { body: { detail: { message: "quota used up", code: "q1" } } },
      ["error: quota used up"],
    ],
    ["a detail of one text in a list", { body: { detail: ["quota used up"] } }, ["error: quota used up"]],
    [
      "a list of texts",
      { body: { message: ["name is too long", "age is not a number"] } },
      ["name is too long", "age is not a number"],
    ],
    [
      "a list of FastAPI",
      { body: { detail: [{ loc: ["body", "name"], msg: "too long" }] } },
      ["name: too long"],
    ],
    [
      "message and list",
      { body: { message: "2 faults", errors: [{ field: "name", message: "too long" }] } },
      ["error: 2 faults", "name: too long"],
    ],
    [
      "fields with their faults",
      { body: { name: ["too long", "taken"] } },
      ["name: too long", "name: taken"],
    ],
    [
      "an object of no known shape",
      { body: { status: "nope", because: { of: 7 } } },
      ["status: nope", 'because: {"of":7}'],
    ],
    [
      "a problem of RFC 9457",
      { body: { type: "about:blank", title: "Out of credit", detail: "Balance is 30" } },
      ["error: Balance is 30"],
    ],
    ["a JSON text", { body: '"quota used up"' }, ["error: quota used up"]],
    ["plain text", { body: "upstream connect error\n" }, ["error: upstream connect error"]],
    [
      "a page's title",
      { body: html("502 Bad &amp; Gone\n") },
      ["error: the service answered with a web page: 502 Bad & Gone", "is the base URL"],
    ],
    [
      "XML",
      { body: "<?xml version='1.0'?><Error><Code>X</Code><Message>quota used up</Message></Error>" },
      ["error: quota used up"],
    ],
    ["nothing", { body: "" }, ["error: the service answered 400"]],
    ["bytes that are not text", { body: "\u0000\u0001" }, ["error: the service answered 400"]],
    ["null", { body: "null" }, ["error: the service answered 400"]],
  ])("from %s", async (_, reply, lines) => {
    service.answer({ status: 400, ...reply });
    const { code, stderr } = await parley(["agents", "list"]);
    expect(code).toBe(3);
    for (const line of lines) expect(stderr).toContain(line);
    expect(stderr).not.toContain("undefined");
    const json = await parley(["agents", "list", "--json"]);
    expect(JSON.parse(json.stderr).error).toMatchObject({ status: 400, message: expect.stringMatching(/./) });
  });

  test("shortened if it is long, and without terminal control characters", async () => {
    service.answer({ status: 400, body: { error: `\u001b[2Jgone ${"x".repeat(50_000)}` } });
    const { stderr } = await parley(["agents", "list"]);
    expect(stderr).not.toContain("\u001b");
    expect(stderr).toContain("error: gone xxx");
    expect(stderr.length).toBeLessThan(2000);
    service.answer({ status: 400, body: `text ${"x".repeat(50_000)}` });
    expect((await parley(["agents", "list"])).stderr.length).toBeLessThan(2000);
  });

  test.each([
    "agents list",
    "sim list",
    "metrics show 8c7d3a52-5b0f-4c9b-9d43-0f3a1c9b2e11",
    "dh list 7",
    "evaluate show x",
    "api GET /v1/x",
    "prompts delete 7 --agent 1 --yes",
  ])("with a hint after a 404 of `%s`", async (line) => {
    service.answer({ status: 404, body: { detail: "thing 7 does not exist" } });
    const { code, stderr } = await parley(line.split(" "));
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining("\nhint: ") });
  });
});

describe("a key that a service echoes", () => {
  const echoes: [string, Reply][] = [
    ["a reason", { status: 401, body: { detail: `key ${KEY} is not known` } }],
    ["an unknown shape", { status: 400, body: { [KEY]: [KEY], headers: { "X-Other": `Bearer ${KEY}` } } }],
    ["plain text", { status: 500, body: `bad key ${KEY}` }],
    ["the end of a long text", { status: 400, body: `${"x".repeat(995)}${KEY}` }],
    ["a page", { status: 403, body: html(KEY) }],
    ["a request id", { status: 400, headers: { "x-request-id": KEY }, body: { detail: "x" } }],
    ["a redirect", { status: 302, headers: { location: `https://other.example/?k=${KEY}` } }],
    ["an answer", { body: { headers: { "X-Api-Key": KEY }, url: `/?k=${KEY}` } }],
  ];
  test.each(echoes)("in %s does not reach the screen", async (_, reply) => {
    service.answer(reply);
    const { stdout, stderr } = await parley(["api", "GET", "/echo", "--debug", "--debug", "--retries", "0"]);
    expect(stderr).toMatch(/GET .*\/echo/);
    // Not even the beginning of it.
    expect(stdout + stderr).not.toContain(KEY.slice(0, 5));
  });
});

describe("a key that cannot be a header", () => {
  const write = (api_key: string) => {
    const folder = join(parley.home, "config");
    mkdirSync(folder, { recursive: true });
    const profiles = { work: { base_url: service.url(), api_key } };
    writeFileSync(join(folder, "config.json"), JSON.stringify({ current: "work", profiles }), {
      mode: 0o600,
    });
    return { PARLEY_CONFIG_DIR: folder, PARLEY_API_KEY: undefined };
  };

  test.each([
    ["PARLEY_API_KEY", () => ({ PARLEY_API_KEY: "pk_te\nst" }), ""],
    ["PARLEY_API_KEY", () => ({ PARLEY_API_KEY: "pk_test••••" }), ""],
    ['profile "work"', () => write("pk_te\rst"), ""],
    ["standard input", () => ({}), "pk_te\rst\n"],
  ])("is an error of the key from %s", async (origin, env, stdin) => {
    const flags = stdin ? ["--api-key-stdin"] : [];
    const ran = await parley(["agents", "list", ...flags], { env: env(), stdin });
    expect(ran).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: the API key from .* cannot be sent: character \d+ of \d+ is U\+/,
      ),
    });
    expect(ran.stderr).toContain(origin);
    expect(ran.stderr).not.toContain("pk_te");
    expect(service.requests).toEqual([]);
  });

  test.each([
    ["PARLEY_API_KEY", () => ({ PARLEY_API_KEY: `${KEY}\r` })],
    ['profile "work"', () => write(` ${KEY}\r\n`)],
  ])("is used without the white space around it, with a remark: from %s", async (origin, env) => {
    service.answer({ body: [] });
    const { code, stderr } = await parley(["agents", "list"], { env: env() });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `removed the white space around the API key from ${origin}\n`,
    });
    expect(service.requests[0]?.headers["x-api-key"]).toBe(KEY);
  });

  test("is not stored by a login", async () => {
    const line = ["auth", "login", "--base-url", service.url(), "--api-key-stdin"];
    const ran = await parley(line, { stdin: "pk\rx\n", env: { PARLEY_API_KEY: undefined } });
    expect(ran).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("the API key from standard input"),
    });
    expect(service.requests).toEqual([]);
  });
});

describe("an operation that the service does not have", () => {
  test.each<[string, Reply]>([
    ["405", { status: 405, body: { detail: "Method Not Allowed" } }],
    ["405 without a reason", { status: 405, body: "" }],
    ["404 of FastAPI", { status: 404, body: { detail: "Not Found" } }],
    ["404 of Kong", { status: 404, body: { message: "no Route matched with those values" } }],
    ["404 of Express", { status: 404, body: html("Error") }],
    ["404 of Go", { status: 404, body: "404 page not found\n" }],
  ])("is told from %s", async (_, reply) => {
    service.answer(reply);
    const { code, stderr } = await parley(["agents", "create", "--set", "name=A", "--json"]);
    expect({ code, ...JSON.parse(stderr).error }).toMatchObject({
      code: "not_offered",
      message: "this service does not offer POST /v1/add-agent",
    });
    expect(code).toBe(5);
  });

  test("ends `chat --listen` at once, and nothing is changed", async () => {
    service.answer(({ method, path }) =>
      path === "/v1/all-agents"
        ? { body: [{ id: 7, name: "A", http_webhook: "https://bot.example/" }] }
        : {
            status: method === "POST" ? 405 : 404,
            body: { detail: method === "POST" ? "Method Not Allowed" : "Not Found" },
          },
    );
    const { code, stderr } = await parley(["chat", "12", "--listen", "127.0.0.1:0", "--agent", "7"], {
      stdin: "hello\n",
    });
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringMatching(
        /^error: --listen cannot be used: this service does not let a webhook be set/,
      ),
    });
    expect(stderr).not.toMatch(/warning|somebody|temporarily/);
    expect(service.requests.map(({ path }) => path)).not.toContain("/v1/send-http-text-message");
  });
});

test("numbers keep their digits", async () => {
  const numbers =
    '[{"id":9007199254740993,"n":-12345678901234567890,"f":0.1234567890123456789,"e":1e400,"s":"12345678901234567890 1e400","list":[9007199254740993,1.5e3]}]';
  service.answer({ body: numbers });
  const exact =
    /9007199254740993.*-12345678901234567890.*0\.1234567890123456789.*1e400.*"12345678901234567890 1e400".*9007199254740993/s;
  expect((await parley(["api", "GET", "/v1/x"])).stdout).toMatch(exact);
  expect((await parley(["agents", "list", "--json"])).stdout).toMatch(exact);
  expect((await parley(["agents", "list", "-o", "jsonl"])).stdout).toMatch(exact);
  for (const output of ["table", "csv", "yaml"])
    expect((await parley(["agents", "list", "-o", output, "--fields", "id"])).stdout).toContain(
      "9007199254740993",
    );
  service.requests.length = 0;
  await parley(["api", "POST", "/v1/x", "-d", '{"id":9007199254740993}']);
  expect(service.requests[0]?.text).toBe('{"id":9007199254740993}');
  // An id as printed is the id that is requested.
  expect((await parley(["agents", "show", "9007199254740993", "--json"])).stdout).toContain(
    "9007199254740993",
  );
});

test.each(["/dev/null", "/proc/nope"])(
  "a home where nothing can be kept (%s) costs no output",
  async (HOME) => {
    service.answer({ body: [{ id: "7", name: "A" }] });
    const ran = await parley(["agents", "list", "--json"], { env: { HOME } });
    expect(ran).toMatchObject({ code: 0, stderr: "", json: [{ id: "7", name: "A" }] });
  },
);

test("a release check of an agent that is down says so at once, and starts nothing", async () => {
  const http_webhook = "http://127.0.0.1:9/bot?key=s3cret";
  service.answer(({ path }) =>
    path === "/v1/all-agents"
      ? { body: [{ id: 7, name: "A", mode: "TEXT", http_webhook }] }
      : path.startsWith("/v1/simulation/")
        ? { body: { id: 3, agent_id: 7 } }
        : path.startsWith("/v1/digital-humans")
          ? { body: { digital_humans: [] } }
          : { body: [] },
  );
  const { code, stderr, stdout } = await parley(["release", "check", "3"]);
  expect({ code, stdout }).toEqual({ code: 7, stdout: "" });
  expect(stderr).toMatch(
    /^error: agent 7 cannot be reached at http:\/\/127\.0\.0\.1:9\/bot\?key=•+: nothing listens/,
  );
  expect(service.requests.filter(({ method }) => method === "POST")).toEqual([]);
});

test.each([
  [
    ["dh", "generate", "--agent", "999", "--red-team", "1", "--preview"],
    "agent 999 not found",
    "parley agents list",
  ],
  [["sim", "start", "7"], "digital human 501 not found", "parley dh list <simulation-id>"],
  [["sim", "start", "7"], "simulation 7 not found", "parley sim list"],
  [["sim", "start", "7"], "no such thing", "parley sim list"],
])("%j: the hint lists what is missing, not what the path names: %s", async (args, detail, list) => {
  service.answer({ status: 404, body: { detail } });
  const { code, stderr } = await parley(args);
  expect(code).toBe(5);
  expect(stderr).toContain(`\`${list}\` lists what exists`);
});

test("a call without a WebSocket to connect to says how to name one", async () => {
  const http = await parley(["call", "501", "--to", "http://127.0.0.1:9/?key=s3cret"]);
  expect(http.code).toBe(2);
  expect(http.stderr).toMatch(/must be a ws:\/\/ or wss:\/\/ URL, not ".+key=•+"\n.+--to\n.+--via twilio/);
  expect(service.requests).toEqual([]);
  service.answer({ status: 400, body: { detail: "agent 101 has no websocket_url to call" } });
  const none = await parley(["call", "501", "--simulation", "7"]);
  expect(none.code).toBe(3);
  expect(none.stderr).toContain("give the agent's URL with --to");
});

test("a seed with faults starts no service, and the hint says so", async () => {
  writeFileSync(join(parley.home, "seed.yaml"), "kind: Seed\norganizations:\n  - nam: x\n");
  for (const file of ["seed.yaml", "nope.yaml"]) {
    const { code, stderr } = await parley(["serve", "--memory", "--port", "0", "--seed", file]);
    expect(code).toBe(2);
    expect(stderr).toContain("hint: the service was not started; `parley schema Seed`");
    expect(stderr).not.toContain("sent");
  }
});
