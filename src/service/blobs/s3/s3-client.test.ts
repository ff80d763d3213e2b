import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
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

test.each(["500", "503", "reset"] as const)("what meets %s is sent again, whole", async (fault) => {
  const bytes = randomBytes(200_000);
  store.faults.push(fault, fault);
  await blobs.put("again", [bytes]);
  expect(store.requests).toEqual(Array(3).fill("PUT /calls/again"));
  expect(store.objects.get("again")?.equals(bytes)).toBe(true);
});

test("what is refused is not sent again, says why, and leaves nothing", async () => {
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
])("with %s it cannot be opened", async (_, change, words) => {
  await expect(openBlobs({ s3: { ...place, ...change }, data: folder })).rejects.toMatchObject({
    name: "BlobsUnusable",
    message: expect.stringMatching(words),
  });
});

test("it is tried out when it is opened, and nothing stays of that", async () => {
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
