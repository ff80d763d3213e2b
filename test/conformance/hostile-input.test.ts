import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import { BODY_MAXIMUM, RECORDING_MAXIMUM } from "../../src/contract/values.ts";
import { expectFault, expectRefusal } from "../support/expect.ts";
import { pathOf } from "../support/paths.ts";
import { openPost, replyTo } from "../support/raw.ts";
import { ACME_KEY, type Reply, useService } from "../support/service.ts";

// `useService` fails the file if the service reports a failure of its own, so no request here gets 5xx.
const { url, acme, withKey } = useService();

async function post(body: string | Uint8Array, type?: string, path = "/v1/add-agent"): Promise<Reply> {
  const response = await fetch(url() + path, {
    method: "POST",
    headers: { "X-API-Key": ACME_KEY, ...(type && { "Content-Type": type }) },
    body: typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

afterEach(async () => {
  const { status, body } = await acme("GET", "/v1/all-agents");
  expect(status, "the service answers afterwards").toBe(200);
  expect(body[0]).toMatchObject({ id: "101", name: "Front desk" });
});

describe("a body that is not JSON is answered 422 at body", () => {
  test.each([
    ["nothing at all", "", "missing"],
    ["an open brace", "{", "json_invalid"],
    ["half a string", '{"name": "De', "json_invalid"],
    ["a trailing comma", '{"name": "Desk",}', "json_invalid"],
    ["single quotes", "{'name': 'Desk'}", "json_invalid"],
    ["two documents", '{"name": "Desk"}{"name": "Desk"}', "json_invalid"],
    ["a number that JSON does not have", '{"name": NaN}', "json_invalid"],
    ["spaces alone", "   ", "json_invalid"],
    ["markup", "<agent/>", "json_invalid"],
  ])("%s", async (_, body, type) => {
    expectFault(await post(body, "application/json"), ["body"], type);
  });

  test("bytes that are not UTF-8", async () => {
    const bytes = Buffer.from('{"name": "Desk \xff\xfe"}', "latin1");
    expectFault(await post(bytes, "application/json"), ["body"], "json_invalid");
  });

  test.each(["[]", "5", "null", '"Desk"', "true"])("%s, which is not an object", async (body) => {
    expectFault(await post(body, "application/json"), ["body"], "object_type");
  });
});

describe("the content type", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
  ])("%s is answered 415", async (type) => {
    expectRefusal(await post('{"name": "Desk"}', type), 415, /must be application\/json/);
  });

  test.each([
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/vnd.parley+json",
    undefined,
  ])("%s is taken", async (type) => {
    expect((await post('{"name": "Desk"}', type)).status).toBe(200);
  });
});

describe("JSON that does harm further on is answered 422 where it stands", () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  const metadata = (value: string) => `{"name": "Desk", "rtc_metadata": ${value}}`;

  test.each([
    ["65 arrays", metadata(`{"a": ${nested(65, "[", "]")}}`)],
    ["100,000 arrays", metadata(`{"a": ${nested(100_000, "[", "]")}}`)],
    ["100,000 objects", metadata(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
    ["100,000 arrays in place of the body", nested(100_000, "[", "]")],
  ])("nesting: %s", async (_, body) => {
    const { status, body: answer } = await post(body, "application/json");
    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ type: "nesting" }]);
  });

  test.each([
    [
      "__proto__ as a field",
      '{"name": "Desk", "__proto__": {"mode": "TEXT"}}',
      ["__proto__"],
      "reserved_key",
    ],
    [
      "__proto__ inside",
      metadata('{"a": [{"__proto__": 1}]}'),
      ["rtc_metadata", "a", "0", "__proto__"],
      "reserved_key",
    ],
    ["NUL in a text", '{"name": "De\\u0000sk"}', ["name"], "string_nul"],
    ["NUL inside", metadata('{"a": ["\\u0000"]}'), ["rtc_metadata", "a", "0"], "string_nul"],
    ["NUL in a name", metadata('{"a\\u0000": 1}'), ["rtc_metadata", "a\0"], "reserved_key"],
    ["a high surrogate alone", '{"name": "\\ud800"}', ["name"], "string_unicode"],
    ["a low surrogate alone", metadata('{"a": "x\\udc00"}'), ["rtc_metadata", "a"], "string_unicode"],
    ["a surrogate in a name", metadata('{"\\ud800": 1}'), ["rtc_metadata", "\ufffd"], "reserved_key"],
    ["a number beyond all numbers", metadata('{"a": -1e999}'), ["rtc_metadata", "a"], "finite_number"],
  ])("%s", async (_, body, path, type) => {
    expectFault(await post(body, "application/json"), ["body", ...path], type);
  });

  test.each(["9007199254740993", "1e300", "1.5", "-1", "0"])("the identifier %s", async (number) => {
    const reply = await post(`{"agent_id": ${number}}`, "application/json", "/v1/update-agent");
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatchObject([{ loc: ["body", "agent_id"] }]);
  });

  test("a text of a million characters is not echoed whole", async () => {
    const reply = await post(
      JSON.stringify({ name: "Desk", websocket_url: "ws://x", folder_id: "x".repeat(1_000_000) }),
      "application/json",
    );
    expectFault(reply, ["body", "folder_id"], "guid_format");
    expect(JSON.stringify(reply.body).length).toBeLessThan(5000);
  });
});

test("unusual JSON that harms nothing comes back as it was sent", async () => {
  const rtc_metadata = {
    constructor: { prototype: { polluted: true } },
    toString: "text",
    "": [null, 1e308, -0.1, Number.MIN_VALUE],
    "'; drop table agent; --": "\u202eright to left, \u{1f600}, \u2028, \ufffe",
  };
  const { status, body } = await acme("POST", "/v1/add-agent", { name: "' or 1=1 --", rtc_metadata });
  expect(status).toBe(200);
  const { body: agent } = await acme("GET", `/v1/agents/${body.id}`);
  expect(agent).toMatchObject({ name: "' or 1=1 --", rtc_metadata });
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

describe("the address", () => {
  test.each([
    "/v1",
    "/v1/unknown",
    "/v1/all-agents/",
    "/V1/all-agents",
    "/v1//all-agents",
    "/v1/agents/101/x",
  ])("%s, which is not a route, is answered 404", async (path) => {
    expectRefusal(await acme("GET", path), 404, /route not found: GET \//);
  });

  test.each(["%00", "%ff", "%zz", "..%2f..", "%ed%a0%80", "x".repeat(4000)])(
    "with the part %s is answered 404 or 422",
    async (part) => {
      expect((await acme("GET", `/v1/retrieve-call-log/${part}`)).status).toBeOneOf([404, 422]);
      expect((await acme("GET", `/v1/agents/${part}/labels`)).status).toBe(422);
      expect((await acme("GET", `/v1/agents/101/prompts/versions?label=${part}`)).status).toBeOneOf([
        200, 422,
      ]);
    },
  );

  const methods = Object.values<Endpoint>(endpoints);
  test.each([...new Set(methods.map(({ path }) => path))])(
    "%s answers 405 to PATCH, with Allow",
    async (path) => {
      const rows = methods.filter((row) => row.path === path);
      const [row] = rows;
      const reply = await withKey(ACME_KEY)("PATCH", row ? pathOf(row) : path);
      expectRefusal(reply, 405, /does not support PATCH/);
      const allowed = reply.headers.get("allow")?.split(", ") ?? [];
      expect(allowed).toEqual(expect.arrayContaining(rows.map(({ method }) => method)));
    },
  );

  test("answers HEAD where it answers GET, and says so in Allow", async () => {
    const { body: _, ...head } = await acme("HEAD", "/v1/all-agents");
    expect(head.status).toBe(200);
    expect((await acme("PATCH", "/v1/all-agents")).headers.get("allow")).toBe("GET, HEAD");
  });

  test("answers 405 to OPTIONS and to a method that is offered elsewhere", async () => {
    expectRefusal(await acme("OPTIONS", "/v1/all-agents"), 405, /does not support OPTIONS/);
    expectRefusal(await acme("DELETE", "/v1/all-agents"), 405, /does not support DELETE/);
  });
});

describe("a body above the limit", () => {
  test.each([
    ["/v1/add-agent", BODY_MAXIMUM],
    // Room for 2 GiB of recording in any notation.
    ["/v1/evaluate", BODY_MAXIMUM + 2 * RECORDING_MAXIMUM],
  ])("of %s is answered 413 from its declared length, before it is sent", async (path, maximum) => {
    const sent = openPost(`${url()}${path}`, {
      "X-API-Key": ACME_KEY,
      "Content-Length": String(maximum + 1),
    });
    sent.write("{");
    const reply = await replyTo(sent);
    sent.destroy();
    expectRefusal(reply, 413, new RegExp(`larger than ${maximum} bytes`));
  });

  test.each([
    ["/v1/add-agent", BODY_MAXIMUM],
    ["/v1/evaluate", BODY_MAXIMUM],
  ])("of %s is answered 413 when it comes in chunks without a length", async (path, maximum) => {
    const sent = openPost(`${url()}${path}`, { "X-API-Key": ACME_KEY, "Transfer-Encoding": "chunked" });
    const chunk = Buffer.alloc(1 << 20, " ");
    const reply = replyTo(sent);
    // The service may close the connection while this is still writing.
    sent.on("error", () => undefined);
    for (let bytes = 0; bytes <= maximum && !sent.destroyed; bytes += chunk.length)
      if (!sent.write(chunk)) await Promise.race([once(sent, "drain"), reply]);
    expectRefusal(await reply, 413, new RegExp(`larger than ${maximum} bytes`));
    sent.destroy();
  });

  test.each([
    ["with a length", { "Content-Length": "1000" }],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
  ])("that stops half way, %s, is not a failure of the service", async (_, headers) => {
    const sent = openPost(`${url()}/v1/add-agent`, { "X-API-Key": ACME_KEY, ...headers });
    sent.on("error", () => undefined);
    sent.write('{"name": "De');
    await wait(50);
    sent.destroy();
    await wait(50);
    const { body } = await acme("GET", "/healthz");
    expect(body).toEqual({ status: "ok" });
  });
});
