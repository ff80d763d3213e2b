import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { accept, chats, folderWith, SRT, submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const submissions = submissionsTo(recorder);

const evaluate = (cwd: string, ...flags: string[]) => parley(["evaluate", "calls.yaml", ...flags], { cwd });

describe("parley evaluate <manifest> refuses before it sends", () => {
  test("every fault of every file, each with its place", async () => {
    const cwd = folderWith(parley.home, {
      "calls.yaml": [
        "kind: Evaluations",
        'defaults: { agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z }',
        "evaluations:",
        "  - { recording_file: text.wav }",
        "  - { transcript_file: broken.json }",
      ].join("\n"),
      "text.wav": "not a recording",
      "broken.json": "[{}]",
    });
    const { code, stderr } = await evaluate(cwd, "--json");
    expect(JSON.parse(stderr).error.details).toMatchObject([
      {
        where: "calls.yaml:4:23",
        message: "evaluations.0.recording_file: the file is named .wav but its content is not WAV",
      },
      {
        where: "calls.yaml:5:24",
        message: "evaluations.1.transcript_file: broken.json: 0.speaker: field required",
      },
      {
        where: "calls.yaml:5:24",
        message: "evaluations.1.transcript_file: broken.json: 0.utterance: field required",
      },
    ]);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("a call that is listed twice", async () => {
    const cwd = folderWith(parley.home, {
      "calls.yaml": chats(2).replaceAll(/t-\d/g, "t"),
      "hello.srt": SRT,
    });
    submissions.answer(accept);
    const { code, stderr } = await evaluate(cwd);
    expect(stderr).toContain('"hello.srt" is listed twice\n  calls.yaml:4 and calls.yaml:5');
    expect({ code, sent: submissions.sent() }).toEqual({ code: 2, sent: [] });
  });

  test.each<[string, string[], string]>([
    ["a flag of one call", ["--label", "x"], "--label is only for calls from flags"],
    ["a gate without --wait", ["--min-pass-rate", "0.9"], "--min-pass-rate requires --wait"],
    ["a folder besides", ["--from", "."], "manifests and --from cannot be used together"],
    [
      "a report of no format",
      ["--report", "calls.xml"],
      'must be one of json=FILE, junit=FILE, html=FILE, not "calls.xml"',
    ],
    ["a report of another format", ["--report", "xml=a"], "must be one of json, junit"],
    ["a report where there is no folder", ["--report", "json=no/a.json"], "cannot write the report"],
    ["no failures at all", ["--max-failures", "0"], "--max-failures must be at least 1, not 0"],
  ])("%s", async (_, flags, message) => {
    const cwd = folderWith(parley.home, { "calls.yaml": chats(1), "hello.srt": SRT });
    const { code, stdout, stderr } = await evaluate(cwd, ...flags);
    expect(stderr).toContain(message);
    expect({ code, stdout, sent: submissions.sent() }).toEqual({ code: 2, stdout: "", sent: [] });
  });

  test.each([["--restart"], ["--resend-unknown"], ["--max-failures", "1"], ["--report", "json=a"]])(
    "%s for one call",
    async (...flags) => {
      const one = ["evaluate", "--agent", "1", "--transcript", "https://a.example/a.json", ...flags];
      const { code, stderr } = await parley(one);
      expect(stderr).toContain(`${flags[0]} is only for manifests and --from`);
      expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
    },
  );
});
