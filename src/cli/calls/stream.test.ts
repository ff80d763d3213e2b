import { appendFileSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Pieces } from "../../client/transport.ts";
import { inspectRecording } from "./recording.ts";
import { streamWithRecording } from "./stream.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-stream-"));
const path = join(folder, "call.wav");
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = Buffer.from("RIFF\0\0\0\0WAVE");
const write = (length: number) => {
  const bytes = Buffer.alloc(length, "a call of some length ");
  HEADER.copy(bytes);
  writeFileSync(path, bytes);
  return bytes;
};

const bytesOf = (pieces: Pieces) => Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

describe("a streamed request", () => {
  const fields = { agent_id: "101", metadata: { note: 'quotes " and ü' } };

  // Around the sizes of a base64 group (3) and of a piece (48 KiB).
  test.each([12, 13, 14, 49_151, 49_152, 49_153, 98_304, 2_000_000])(
    "contains the %i bytes of the recording and is as long as announced",
    async (length) => {
      const bytes = write(length);
      const { pieces, ...stream } = streamWithRecording(fields, await inspectRecording(path, "call.wav"));
      const sent = bytesOf(pieces());
      expect(sent.length).toBe(stream.bytes);
      const recording_base64 = `data:audio/wav;base64,${bytes.toString("base64")}`;
      expect(sent.equals(Buffer.from(JSON.stringify({ ...fields, recording_base64 })))).toBe(true);
    },
  );

  test("is the same for each attempt", async () => {
    write(100_000);
    const stream = streamWithRecording(fields, await inspectRecording(path, "call.wav"));
    expect(bytesOf(stream.pieces()).equals(bytesOf(stream.pieces()))).toBe(true);
  });
});

describe("a recording that changes between look and end", () => {
  beforeEach(() => void write(100_000));

  test.each([
    ["grows", () => appendFileSync(path, "more")],
    ["shrinks", () => truncateSync(path, 50)],
    ["is written again at the same length", () => utimesSync(path, 0, 0)],
    ["is gone", () => rmSync(path)],
  ])("%s: the stream fails before its end", async (_, change) => {
    const recording = await inspectRecording(path, "call.wav");
    const stream = streamWithRecording({ agent_id: "101" }, recording);
    change();
    const failure = await Promise.resolve(stream)
      .then(({ pieces }) => bytesOf(pieces()))
      .catch((error) => error);
    expect(failure).toMatchObject({
      outcome: "failed",
      message: "the recording changed while it was being sent",
      options: { where: "call.wav", code: "file_changed" },
    });
  });
});
