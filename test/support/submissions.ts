/** A recorder that stands for a service to submit calls to: it lists metrics, and records what is submitted. */
import type { Recorded, Recorder, Reply } from "./recorder.ts";

export interface Submissions {
  /** What was submitted. */
  sent(): readonly Recorded[];
  /** Answers to submissions, in order; the last one is given for ever. */
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
