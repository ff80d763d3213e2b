import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

test("the views are at most 62 kB, packed", () => {
  const packed = ["web.js", "web.css"].map(
    (name) => gzipSync(readFileSync(resolve(import.meta.dirname, "../dist", name))).length,
  );
  expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(62_000);
});
