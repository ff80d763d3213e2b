import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { accept, folderWith, SRT, submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const submissions = submissionsTo(recorder);

const FIXTURES = resolve(import.meta.dirname, "../../fixtures");
const WAV = readFileSync(join(FIXTURES, "recordings/booking.wav"));

describe("parley evaluate --from <folder>", () => {
  const from = (folder: string, ...flags: string[]) =>
    parley(["evaluate", "--from", folder, "--agent", "101", ...flags]);

  test("pairs recordings with transcripts by name, takes the start from it, and notes the rest", async () => {
    const folder = folderWith(parley.home, {
      "20261101-120000.wav": WAV,
      "20261101-120000.srt": SRT,
      "chat_2026-11-02T08.30.15Z.srt": SRT,
      "notes.txt": "",
    });
    mkdirSync(join(folder, "old"));
    submissions.answer(accept);
    const { code, stderr } = await from(folder, "--start-time-from", "name", "--tag", "batch");
    const bodies = submissions.sent().map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          start_time_utc: "2026-11-01T12:00:00.000Z",
          recording_base64: expect.stringContaining("data:audio/wav;base64,"),
          transcript: [expect.objectContaining({ utterance: "Hello" })],
          tags: ["batch"],
        }),
        expect.objectContaining({ start_time_utc: "2026-11-02T08:30:15.000Z", agent_id: "101" }),
      ]),
    );
    expect(stderr).toContain("ignored, neither a recording nor a transcript: notes.txt, old/");
    expect(code).toBe(0);
    const again = await from(folder, "--start-time-from", "name", "--tag", "batch", "--json");
    expect(again.json.summary).toMatchObject({ total: 2, skipped: 2 });
    rmSync(join(folder, ".parley"), { recursive: true });
  });

  test.each<[string, Record<string, string>, string[], string]>([
    ["without a start", { "a.srt": SRT }, [], "no start time for the calls"],
    [
      "a name without a time",
      { "a.srt": SRT },
      ["--start-time-from", "name"],
      "the file name contains no time",
    ],
    [
      "two transcripts of one call",
      { "a.srt": SRT, "a.vtt": "" },
      ["--start-time-from", "mtime"],
      "the call already has a.srt: remove one of the two files",
    ],
    [
      "a flag of one call",
      { "a.srt": SRT },
      ["--start-time-from", "mtime", "--recording", "a.wav"],
      "--recording is only for a single call",
    ],
  ])("refuses %s", async (_, files, flags, message) => {
    const { code, stderr } = await from(folderWith(parley.home, files), ...flags);
    expect(stderr).toContain(message);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("refuses a nonexistent folder", async () => {
    const { code, stderr } = await from("nowhere", "--start-time-from", "mtime");
    expect(stderr).toContain("folder not found\n  --from nowhere");
    expect(code).toBe(2);
  });
});
