import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { receiveUpload } from "../../src/service/http/upload/receive-upload.ts";
import { dataUrl, evaluationOf } from "../support/evaluations.ts";
import { openPost, replyTo } from "../support/raw.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { useStore } from "../support/store.ts";

const data = mkdtempSync(join(tmpdir(), "parley-uploads-"));
afterAll(() => rmSync(data, { recursive: true }));

const { url, acme } = useService(undefined, () => ({ data }));
const { service } = await useStore();

const stored = () => {
  try {
    return readdirSync(join(data, "recordings"));
  } catch {
    return [];
  }
};
const head = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
};
const outline = JSON.stringify(head).slice(0, -1);

async function post(body: string) {
  const response = await fetch(`${url()}/v1/evaluate`, {
    method: "POST",
    headers: { "X-API-Key": ACME_KEY },
    body: new TextEncoder().encode(body),
  });
  return { status: response.status, body: (await response.json()) as { call_id: string } };
}

async function recordingOf(call_id: string): Promise<Buffer> {
  await evaluationOf(acme, call_id);
  const [file = ""] = stored();
  return readFileSync(join(data, "recordings", file));
}

beforeEach(() => expect(stored()).toEqual([]));
afterEach(() => rmSync(join(data, "recordings"), { recursive: true, force: true }));

describe("a recording inside a body", () => {
  const bytes = randomBytes(300_001);
  const text = JSON.stringify(dataUrl(bytes));

  test.each([
    ["as it is", `${outline},"recording_base64":${text}}`],
    ["before the other fields", `{"recording_base64":${text},${outline.slice(1)}}`],
    ["with its slashes escaped", `${outline},"recording_base64":${text.replaceAll("/", "\\/")}}`],
    ["under an escaped name", `${outline},"recording\\u005fbase64" : ${text} }`],
    [
      "after one that does not count",
      `${outline},"recording_base64":"data:audio/wav;base64,AAAA","recording_base64":${text}}`,
    ],
    [
      "after one that is not valid",
      `${outline},"recording_base64":${text.slice(0, -9)}!","recording_base64":${text}}`,
    ],
    [
      "behind a field of the same name within another",
      `${outline},"metadata":{"recording_base64":"x"},"recording_base64":${text}}`,
    ],
  ])("is stored once, byte for byte: %s", async (_, body) => {
    const { status, body: answer } = await post(body);
    expect({ status, answer }).toMatchObject({ status: 200 });
    expect((await recordingOf(answer.call_id)).equals(bytes)).toBe(true);
    expect(stored()).toHaveLength(1);
  });

  test("is not stored where the field is there again without one", async () => {
    const { status } = await post(
      `${outline},"transcript":[{"speaker":"AGENT","utterance":"Hi"}],"recording_base64":${text},"recording_base64":null}`,
    );
    expect(status).toBe(200);
    expect(stored()).toEqual([]);
  });

  test.each([
    ["another field is wrong", 422, `${outline},"recording_base64":${text},"multichannel":"yes"}`],
    ["its last character is none of base64", 422, `${outline},"recording_base64":${text.slice(0, -2)}-"}`],
    ["its padding is missing", 422, `${outline},"recording_base64":"${dataUrl(bytes).slice(0, -1)}"}`],
    ["lines are broken", 422, `${outline},"recording_base64":${text.slice(0, 5000)}\\n${text.slice(5000)}}`],
    ["the body breaks off", 422, `${outline},"recording_base64":${text.slice(0, -1)}`],
    ["something follows the body", 422, `${outline},"recording_base64":${text}}}`],
    ["the label is unknown", 404, `${outline},"label":"unheard of","recording_base64":${text}}`],
    ["the agent is unknown", 404, `${outline.replace("101", "999")},"recording_base64":${text}}`],
  ])("leaves nothing where %s", async (_, expected, body) => {
    expect((await post(body)).status).toBe(expected);
    expect(stored()).toEqual([]);
  });

  test.each([
    ["with a length", { "Content-Length": "1000000" }],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
  ])("leaves nothing where the sender leaves half way, %s", async (_, headers) => {
    const sent = openPost(`${url()}/v1/evaluate`, { "X-API-Key": ACME_KEY, ...headers });
    sent.on("error", () => undefined);
    sent.write(`${outline},"recording_base64":${text.slice(0, 200_000)}`);
    await expect.poll(stored).toEqual([expect.stringMatching(/\.part$/)]);
    sent.destroy();
    await expect.poll(stored).toEqual([]);
  });

  test("may arrive slowly, alongside others", async () => {
    const sent = openPost(`${url()}/v1/evaluate`, { "X-API-Key": ACME_KEY, "Transfer-Encoding": "chunked" });
    sent.write(`${outline},"recording_base64":${text.slice(0, 100_000)}`);
    await expect.poll(stored).toHaveLength(1);
    expect((await post(`${outline},"recording_base64":${text}}`)).status).toBe(200);
    expect(stored()).toHaveLength(2);
    sent.end(`${text.slice(100_000)}}`);
    expect((await replyTo(sent)).status).toBe(200);
    expect(stored()).toHaveLength(2);
  });
});

describe("of recordings that are too large", () => {
  const bytes = randomBytes(1000);
  const body = Buffer.from(`${outline},"recording_base64":${JSON.stringify(dataUrl(bytes))}}`);
  async function* chunks() {
    for (let at = 0; at < body.length; at += 100) yield body.subarray(at, at + 100);
  }
  const receive = (maximum: number) =>
    receiveUpload(
      { field: "recording_base64", maximum, json: { bytes: 10_000, values: 100 }, grow: () => undefined },
      chunks(),
      service,
    );

  test("nothing is kept, and the refusal names the limit", async () => {
    await expect(receive(999)).rejects.toMatchObject({
      status: 413,
      message: "the recording is larger than 999 bytes",
    });
    const promised = await service.db.selectFrom("job").select("payload").execute();
    const keys = promised.map(({ payload }) => JSON.parse(payload).key);
    expect(keys).toHaveLength(1);
    expect(await service.blobs.get(keys[0])).toBeUndefined();
  });

  test("one of just the limit is taken", async () => {
    const { upload, json } = await receive(1000);
    expect(upload?.bytes).toBe(1000);
    expect(json.length).toBeLessThan(400);
  });
});
