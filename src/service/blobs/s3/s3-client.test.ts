import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CREDENTIALS, startS3Store } from "../../../../test/support/s3-store.ts";
import { openBlobs } from "../open.ts";
import { type S3Place, urlOf } from "./place.ts";
import { s3Blobs } from "./s3-blobs.ts";
import { createS3Client } from "./s3-client.ts";

const store = await startS3Store();
const place: S3Place = {
  ...CREDENTIALS,
  bucket: "calls",
  prefix: "",
  region: "us-east-1",
  endpoint: store.endpoint,
};
const client = createS3Client(place);
const folder = await mkdtemp(join(tmpdir(), "parley-s3-"));
const spool = join(folder, "spool");
await mkdir(spool);
const blobs = s3Blobs(client, spool);
afterAll(async () => {
  await client.close();
  await store.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  store.faults.length = 0;
  store.requests.length = 0;
});

test.each(["500", "503", "reset"] as const)("an upload that meets %s is sent again, whole", async (fault) => {
  const bytes = randomBytes(200_000);
  store.faults.push(fault, fault);
  await blobs.put("again", [bytes]);
  expect(store.requests).toEqual(Array(3).fill("PUT /calls/again"));
  expect(store.objects.get("again")?.equals(bytes)).toBe(true);
});

test("a refused request is not sent again, gives the reason, and leaves nothing", async () => {
  store.faults.push("403");
  await expect(blobs.put("refused", [Buffer.from("x")])).rejects.toThrow(
    "the S3 store answered 403 (SlowDown: as the test wants it)",
  );
  expect(store.requests).toHaveLength(1);
  expect(store.objects.has("refused")).toBe(false);
  expect(await readdir(spool)).toEqual([]);
});

test("a store that stays broken fails the call, and leaves nothing", async () => {
  store.faults.push("500", "500", "500", "500");
  await expect(blobs.put("broken", [Buffer.from("x")])).rejects.toThrow(/answered 500/);
  expect(store.requests).toHaveLength(4);
  expect(store.objects.has("broken")).toBe(false);
  expect(await readdir(spool)).toEqual([]);
});

test("bytes that changed on their way are refused by the store", async () => {
  const sha256 = createHash("sha256").update("told").digest("hex");
  await expect(client.put("changed", { bytes: 4, sha256, open: () => Buffer.from("sent") })).rejects.toThrow(
    /XAmzContentSHA256Mismatch/,
  );
});

test.each([
  ["another secret", { secret_access_key: "wrong" }, /403 \(SignatureDoesNotMatch/],
  ["a bucket that is not there", { bucket: "none" }, /404 \(NoSuchBucket/],
  [
    "an endpoint where nobody answers",
    { endpoint: "http://127.0.0.1:9" },
    /127\.0\.0\.1:9 cannot be reached: ECONNREFUSED/,
  ],
])("a bucket cannot be opened with %s", async (_, change, words) => {
  await expect(openBlobs({ s3: { ...place, ...change }, data: folder })).rejects.toMatchObject({
    name: "BlobsUnusable",
    message: expect.stringMatching(words),
  });
});

test("opening a bucket writes and deletes a trial object", async () => {
  const objects = store.objects.size;
  const { close } = await openBlobs({ s3: place, data: folder });
  await close();
  expect(store.requests.map((request) => request.split(" ")[0])).toEqual(["PUT", "GET", "DELETE"]);
  expect(store.objects.size).toBe(objects);
});

test.each([
  [{ endpoint: undefined }, "https://calls.s3.us-east-1.amazonaws.com/rec/k"],
  [{ endpoint: undefined, bucket: "my.calls" }, "https://s3.us-east-1.amazonaws.com/my.calls/rec/k"],
  [{ endpoint: "https://minio.internal:9000/" }, "https://minio.internal:9000/calls/rec/k"],
  [{ endpoint: "https://h", prefix: "a b/ü/" }, "https://h/calls/a%20b/%C3%BC/k"],
])("%j is asked at %s", (change, url) => {
  expect(urlOf({ ...place, prefix: "rec/", ...change }, "k")).toBe(url);
});

describe("a store that means harm", () => {
  const IMPATIENT = { silence_ms: 200, first_delay_ms: 1 };
  const PIECE = Buffer.alloc(64 * 1024, 0x61);
  let sent = 0;
  let harm: (request: IncomingMessage, response: ServerResponse) => unknown;
  const hostile = createServer((request, response) => void harm(request, response));
  const reached: string[] = [];
  hostile.on("request", ({ url }) => reached.push(String(url)));
  let away: ReturnType<typeof createS3Client>;
  let there: S3Place;
  beforeAll(async () => {
    await new Promise<void>((listening) => hostile.listen(0, "127.0.0.1", listening));
    there = { ...place, endpoint: `http://127.0.0.1:${(hostile.address() as AddressInfo).port}` };
    away = createS3Client(there);
  });
  afterAll(async () => {
    await away.close();
    hostile.closeAllConnections();
    hostile.close();
  });

  /** Sends for as long as the other side reads. */
  async function sendForever(response: ServerResponse): Promise<void> {
    response.setMaxListeners(0);
    while (!response.destroyed) {
      sent += PIECE.length;
      if (!response.write(PIECE))
        await new Promise((taken) => response.once("drain", taken).once("close", taken));
    }
  }

  /** Answers with a byte from time to time, for as long as the other side listens. */
  const drip = (status: number) => (request: IncomingMessage, response: ServerResponse) => {
    request.resume().once("end", () => {
      response.writeHead(status).flushHeaders();
      const timer = setInterval(() => response.write("x"), 20);
      response.once("close", () => clearInterval(timer));
    });
  };

  test.each<[string, typeof harm]>([
    [
      "reports an error behind a success",
      (request, response) =>
        request.resume().once("end", () => response.end("<Error><Code>InternalError</Code></Error>")),
    ],
    ["answers before it has read the recording", (_, response) => response.end()],
    [
      "breaks off its answer",
      (request, response) => {
        request.resume().once("end", () => {
          response.writeHead(200, { "content-length": "100" }).write("x");
          setTimeout(() => response.destroy(), 20);
        });
      },
    ],
    ["never ends its answer", drip(200)],
  ])("is not believed to have stored a recording when it %s", async (_, harmful) => {
    const impatient = createS3Client(there, IMPATIENT);
    harm = harmful;
    const careful = s3Blobs(impatient, join(folder, "spool"));
    await expect(careful.put("k", [Buffer.alloc(20_000_000)])).rejects.toThrow(
      /answered 200 \(InternalError|answered 200 before it had read|cannot be reached/,
    );
    expect(await readdir(join(folder, "spool"))).toEqual([]);
    await impatient.close();
  });

  test("cannot keep a deletion or a refusal waiting with a byte now and then", async () => {
    const impatient = createS3Client(there, IMPATIENT);
    harm = drip(200);
    await expect(impatient.delete("k")).rejects.toThrow("cannot be reached");
    harm = drip(403);
    await expect(impatient.delete("k")).rejects.toThrow("the S3 store answered 403");
    harm = drip(404);
    expect(await impatient.get("k")).toBeUndefined();
    await impatient.close();
  });

  test("cannot have an error read that never ends", async () => {
    sent = 0;
    harm = (request, response) => {
      request.resume();
      response.writeHead(403);
      return sendForever(response);
    };
    await expect(away.put("k", { bytes: 1, sha256: "x", open: () => Buffer.from("x") })).rejects.toThrow(
      "the S3 store answered 403",
    );
    await expect(away.get("k")).rejects.toThrow("the S3 store answered 403");
    expect(sent).toBeLessThan(20_000_000);
  });

  test("a blob that cannot be deleted does not prevent a start", async () => {
    harm = (request, response) => {
      request.resume();
      return request.method === "GET" ? sendForever(response) : response.end();
    };
    await expect(openBlobs({ s3: there, data: folder })).rejects.toThrow(
      "what was written is not what was read back",
    );
  });

  test("is noticed at the start where it gives back other bytes", async () => {
    harm = (request, response) => request.resume() && response.end(request.method === "GET" ? "change" : "");
    await expect(openBlobs({ s3: there, data: folder })).rejects.toThrow(
      "what was written is not what was read back",
    );
  });

  test("cannot send a request elsewhere", async () => {
    reached.length = 0;
    harm = (request, response) => request.resume() && response.writeHead(307, { location: "/stolen" }).end();
    await expect(away.get("k")).rejects.toThrow("the S3 store answered 307");
    expect(reached).toEqual(["/calls/k"]);
  });

  test.each(["..", "../../k", "a/b", "", "/etc/passwd"])("is never asked for the key %j", async (key) => {
    reached.length = 0;
    const careful = s3Blobs(away, join(folder, "spool"));
    await expect(careful.put(key, [Buffer.from("x")])).rejects.toThrow("is not a valid key of a recording");
    await expect(careful.get(key)).rejects.toThrow("is not a valid key of a recording");
    await expect(careful.delete(key)).rejects.toThrow("is not a valid key of a recording");
    expect(reached).toEqual([]);
  });
});
