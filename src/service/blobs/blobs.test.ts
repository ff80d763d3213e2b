import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CREDENTIALS, startS3Store } from "../../../test/support/s3-store.ts";
import { blobStore } from "../../cli/config/blobs.ts";
import type { BlobStore } from "./blobs.ts";
import { folderBlobs } from "./folder.ts";
import { memoryBlobs } from "./memory.ts";
import { s3Blobs } from "./s3/s3-blobs.ts";
import { createS3Client } from "./s3/s3-client.ts";

const folder = await mkdtemp(join(tmpdir(), "parley-blobs-"));
afterAll(() => rm(folder, { recursive: true }));

const s3 = await startS3Store();
const client = createS3Client({
  ...CREDENTIALS,
  bucket: s3.bucket,
  endpoint: s3.endpoint,
  prefix: "a b/",
  region: "eu-1",
});
afterAll(async () => {
  await client.close();
  await s3.close();
});

const stores: [string, () => BlobStore][] = [
  ["memory", memoryBlobs],
  ["a folder", () => folderBlobs(join(folder, "made/on/demand"))],
  ["an S3 store", () => s3Blobs(client, join(folder, "spool"))],
];

/** Another S3 store, such as MinIO, if there is one to test against: an address for `--blobs`. */
const address = process.env["PARLEY_TEST_BLOBS"];
if (address) {
  const place = blobStore(address, false, process.env);
  if (place) stores.push([address, () => s3Blobs(createS3Client(place), join(folder, "spool"))]);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function read(store: BlobStore, key: string): Promise<Buffer | undefined> {
  const pieces = await store.get(key);
  if (!pieces) return undefined;
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(64 * 1024);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}

describe.each(stores)("in %s", (_, open) => {
  const store = open();

  test("a blob is read back as it was put, and says its length and hash", async () => {
    const key = randomUUID();
    const bytes = randomBytes(300_000);
    const put = store.put(key, [bytes.subarray(0, 5), bytes.subarray(5, 200_000), bytes.subarray(200_000)]);
    expect(await put).toEqual({ bytes: 300_000, sha256: sha256(bytes) });
    expect((await read(store, key))?.equals(bytes)).toBe(true);
  });

  test("pieces may use the same memory one after the other", async () => {
    const key = randomUUID();
    await store.put(key, repeated());
    expect((await read(store, key))?.toString()).toBe("aaaabbbb");
  });

  test("an empty blob is there too", async () => {
    const key = randomUUID();
    expect(await store.put(key, [])).toEqual({ bytes: 0, sha256: sha256(Buffer.alloc(0)) });
    expect((await read(store, key))?.length).toBe(0);
  });

  test("a missing blob is undefined, and deleting it is not an error", async () => {
    const key = randomUUID();
    expect(await store.get(key)).toBeUndefined();
    expect(await store.withFile(key, async () => "used")).toBeUndefined();
    await store.delete(key);
  });

  test("pieces that fail leave nothing", async () => {
    const key = randomUUID();
    await expect(store.put(key, failing())).rejects.toThrow("the sender left");
    expect(await store.get(key)).toBeUndefined();
  });

  test("a deleted blob is gone, and others are not", async () => {
    const [gone, stays] = [randomUUID(), randomUUID()];
    await store.put(gone, [Buffer.from("gone")]);
    await store.put(stays, [Buffer.from("gone")]);
    await store.delete(gone);
    expect(await store.get(gone)).toBeUndefined();
    expect((await read(store, stays))?.toString()).toBe("gone");
  });

  test("a program gets a file with the bytes", async () => {
    const key = randomUUID();
    await store.put(key, [Buffer.from("RIFF")]);
    expect(await store.withFile(key, (path) => readFile(path, "utf8"))).toBe("RIFF");
  });

  test("a stream that is not read to its end is closed", async () => {
    const key = randomUUID();
    await store.put(key, [randomBytes(500_000)]);
    for (let round = 0; round < 50; round++) {
      const pieces = await store.get(key);
      for await (const _piece of pieces ?? []) break;
    }
    expect((await read(store, key))?.length).toBe(500_000);
  });
});

async function* repeated(): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(4);
  for (const letter of "ab") yield piece.fill(letter);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100_000);
  throw new Error("the sender left");
}

describe("a folder", () => {
  const place = () => join(folder, randomUUID());

  test("contains nothing else after a failed put", async () => {
    const at = place();
    await expect(folderBlobs(at).put("a", failing())).rejects.toThrow();
    expect(await readdir(at)).toEqual([]);
  });

  test("shows a name only when the blob is complete, and only to its user", async () => {
    const at = place();
    const store = folderBlobs(at);
    async function* looking() {
      yield Buffer.from("half");
      expect(await readdir(at)).toEqual(["a.part"]);
      expect(await store.get("a")).toBeUndefined();
    }
    await store.put("a", looking());
    expect(await readdir(at)).toEqual(["a"]);
    expect((await stat(join(at, "a"))).mode & 0o777).toBe(0o600);
  });

  test("deleting its key removes the partial file of a killed process", async () => {
    const at = place();
    const store = folderBlobs(at);
    await store.put("b", [Buffer.from("b")]);
    await writeFile(join(at, "a.part"), "half");
    await store.delete("a");
    expect(await readdir(at)).toEqual(["b"]);
  });

  test.each(["../out", "a/b", "", ".", "..", "a\0", "x".repeat(129)])("takes no key like %j", async (key) => {
    const store = folderBlobs(place());
    await expect(store.put(key, [Buffer.from("x")])).rejects.toThrow(/is not a valid key of a recording/);
    await expect(store.get(key)).rejects.toThrow(/is not a valid key/);
    await expect(store.delete(key)).rejects.toThrow(/is not a valid key/);
    await expect(store.withFile(key, async () => 1)).rejects.toThrow(/is not a valid key/);
  });
});
