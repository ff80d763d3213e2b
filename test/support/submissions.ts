/** A recorder in the role of a service for submissions: it lists metrics, and records what is submitted. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { useProgram } from "./in-process.ts";
import { type Recorded, type Recorder, type Reply, useRecorder } from "./recorder.ts";

export interface Submissions {
  /** What was submitted. */
  sent(): readonly Recorded[];
  /** Answers to submissions, in order. The last one is repeated forever. */
  answer(...replies: (Reply | ((request: Recorded) => Reply))[]): void;
  /** The metrics of every agent. */
  metrics(...metrics: readonly object[]): void;
}

export function submissionsTo(recorder: Recorder): Submissions {
  let listed: readonly object[] = [];
  const page = () => ({
    body: { metrics: listed, total_count: 0, page: 1, page_size: 50, items_in_page: 0, total_pages: 1 },
  });
  return {
    sent: () => recorder.requests.filter(({ method }) => method === "POST"),
    answer(...replies) {
      const left = [...replies];
      recorder.answer((request) => {
        if (request.method === "GET") return page();
        const reply = left.length > 1 ? left.shift() : left[0];
        return typeof reply === "function" ? reply(request) : (reply ?? {});
      });
    },
    metrics(...metrics) {
      listed = metrics;
    },
  };
}

/** A new folder with files, below `home`. Each has its own journal. */
export function folderWith(home: string, files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(home, "calls-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Captions in which the agent says hello. */
export const SRT = "1\n00:00:00,000 --> 00:00:01,000\nAgent: Hello\n";

/** A manifest of chats with the identifiers t-1, t-2, …, all with the same transcript. */
export const chats = (count: number) =>
  [
    "kind: Evaluations",
    'defaults: { agent_id: "101", transcript_file: hello.srt }',
    "evaluations:",
    ...Array.from(
      { length: count },
      (_, i) => `  - { trace_id: t-${i + 1}, start_time_utc: 2026-11-01T12:00:00Z }`,
    ),
  ].join("\n");

/** Accepts a submission. The id is `c-` followed by the caller's own identifier. */
export const accept = ({ body }: Recorded) => ({
  body: { status: "success", call_id: `c-${body.trace_id ?? "?"}`, message: "queued" },
});

export const FIXTURES = resolve(import.meta.dirname, "../../fixtures");
export const WAV = readFileSync(join(FIXTURES, "recordings/booking.wav"));

/** The command line with such a recorder, for manifests of chats. */
export function useBulkEvaluate() {
  const recorder = useRecorder();
  const parley = useProgram(recorder);
  const submissions = submissionsTo(recorder);
  return {
    recorder,
    parley,
    submissions,
    folderOfChats: (count: number) =>
      folderWith(parley.home, { "calls.yaml": chats(count), "hello.srt": SRT }),
    /** The identifiers of all submissions, sorted. */
    traces: () =>
      submissions
        .sent()
        .map(({ body }) => body.trace_id)
        .sort(),
    evaluate: (cwd: string, ...flags: string[]) => parley(["evaluate", "calls.yaml", ...flags], { cwd }),
  };
}
