/** A model that judges one metric, correctly or not as a test needs, and its certificate. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import type { Cli } from "./cli.ts";
import { completion } from "./completions.ts";
import type { Recorder } from "./recorder.ts";

export const METRIC = {
  name: "Disclosure",
  description: "The line is recorded.",
  response_type: "pass_fail",
} as const;

/** From now on, the model passes what `passes` accepts. By default, anything with "recorded". */
export function judgeWith(model: Recorder, passes = (said: string) => said.includes("recorded")): void {
  model.answer(({ body }) => {
    const [system, user] = body.messages;
    // Digital humans ask for words too. Without an answer, they use the rules.
    if (!system.content.startsWith("You judge")) return completion("{}");
    const asked = readPrompt(system.content, user.content);
    const said = asked.data.turns.map(({ text }: { text: string }) => text).join(" ");
    return completion(answerTo(asked, { value: passes(said) }));
  });
}

/** Calibrates the judge of a metric with forty labels. It is wrong on four. */
export async function certify(parley: Cli, metric: object) {
  const labelled = Array.from({ length: 44 }, (_, at) => ({
    transcript: [
      { speaker: "AGENT", utterance: at % 2 === 0 ? `Recorded, recorded ${at}.` : `Hello ${at}.` },
    ],
    expected: at < 40 ? at % 2 === 0 : at % 2 !== 0,
  }));
  writeFileSync(join(parley.home, "metric.json"), JSON.stringify(metric));
  writeFileSync(
    join(parley.home, "labelled.jsonl"),
    labelled.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  const line = ["judge", "calibrate", "labelled.jsonl", "-f", "metric.json", "--votes", "1", "--no-probes"];
  return parley(line);
}
