import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand } from "../command.ts";
import { readCanaries } from "../judge/shared/canary.ts";
import { audioOption, htmlFiles, htmlOption } from "../report/option.ts";
import { requireWritable } from "../shared/writable.ts";
import { gateOptions, junitTarget } from "./shared/gate-options.ts";
import { waitForCalls } from "./shared/wait-for-calls.ts";

export const command = defineCommand({
  needs: ["get_call_log"],
  about:
    "Waits until calls are evaluated, then exits with 0 if enough verdicts passed, or 9 if not or if the time runs out. " +
    "Only pass_fail metrics pass or fail; if nothing was evaluated, it never passes. With --json: {passed, reason, pass_rate, " +
    "min_pass_rate, counts, calls}.",
  args: { call_id: arg("<call-id...>", "ids printed by `parley evaluate`") },
  options: { ...gateOptions, report: htmlOption, with_audio: audioOption },
  examples: [
    ["parley evaluate wait 8c7d… --min-pass-rate 0.9", "a gate for CI"],
    [
      "parley evaluate wait 8c7d… 51f0… --require-evaluated --junit verdicts.xml",
      "also requires that every metric was evaluated",
    ],
    [
      "parley evaluate wait 8c7d… --report html=calls.html --with-audio",
      "writes a page with transcripts, verdicts and recordings",
    ],
  ],
  async run(context, { call_id, report, canary, ...input }) {
    await requireWritable(context, [...junitTarget(input.junit), ...reportFiles(report)]);
    const canaries = await readCanaries(context, canary);
    return waitForCalls(context, [...new Set(call_id)], { ...input, canaries, html: htmlFiles(report) });
  },
});
