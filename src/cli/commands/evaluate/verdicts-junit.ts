import builder from "junit-report-builder";
import { outcomeOfVerdict } from "../../../contract/rules/outcomes.ts";
import { explainVerdict } from "../../../engine/explain-verdict.ts";
import type { Call } from "../../render/evaluation/call.ts";
import { type SuspicionMode, suspicionLines } from "../../render/evaluation/suspicions.ts";
import { outcomeOf, verdictLines } from "../../render/evaluation/verdict-lines.ts";
import { suiteOf, xmlOf, xmlText } from "../../render/junit.ts";
import { isOver, suspectOf } from "./shared/gate.ts";

/**
 * JUnit XML of evaluated calls, with one suite per call and one test case per verdict. A failed verdict is a
 * failure, an error or an inconclusive verdict is an error, and what does not apply, or is another metric
 * without a value, is skipped. A call that is not finished, or could not be read completely, has an error of
 * its own. A suspicion is a skipped test case, or a failure if the gate does not pass with one.
 * @param names what people call the calls, such as their recordings, by id
 */
export function toJunit(
  calls: readonly Call[],
  names: ReadonlyMap<string, string> = new Map(),
  {
    allow_unevaluated = false,
    suspicions = "show",
  }: { readonly allow_unevaluated?: boolean; readonly suspicions?: SuspicionMode | undefined } = {},
): string {
  const report = builder.newBuilder();
  for (const call of calls) {
    const name = names.get(call.id);
    const title = name ? `${name} (call ${call.id})` : `call ${call.id}`;
    const suite = suiteOf(report, title, name ?? "").time(secondsOf(call));
    if (!isOver(call) || call.status === "INCOMPLETED")
      suite
        .testCase()
        .name("evaluation")
        .className(xmlText(call.id))
        .error(xmlText(whyOpen(call)), call.status);
    for (const verdict of call.evaluation?.verdicts ?? []) {
      const made = suite.testCase().name(xmlText(verdict.name)).className(xmlText(call.id));
      const why = explainVerdict(verdict);
      const words = [...(why ? [why] : []), ...verdictLines(verdict, undefined)].join("\n");
      const outcome = outcomeOfVerdict(verdict);
      if (outcome === "failed") made.failure(xmlText(words), "failed");
      else if (verdict.status === "ERROR" || (outcome === "inconclusive" && !allow_unevaluated))
        made.error(xmlText(words), verdict.reason ?? verdict.status);
      else if (verdict.status !== "EVALUATED") made.skipped().standardOutput(xmlText(outcomeOf(verdict)));
    }
    for (const suspicion of suspectOf(call).suspicions) {
      const made = suite
        .testCase()
        .name(xmlText(`suspected: ${suspicion.reads}`))
        .className(xmlText(call.id));
      const words = xmlText(suspicionLines([suspicion], { agent_id: call.agent_id }).join("\n"));
      if (suspicions === "fail") made.failure(words, "suspected");
      else made.skipped().standardOutput(words);
    }
  }
  return xmlOf(report);
}

/** The time from submission to verdict. */
const secondsOf = ({ created_at, evaluation }: Call): number =>
  evaluation
    ? Math.max(0, Date.parse(evaluation.evaluated_at) - Date.parse(created_at ?? "")) / 1000 || 0
    : 0;

function whyOpen({ status, evaluation }: Call): string {
  if (!evaluation) return `the call is still ${status}`;
  const { recording, data_quality } = evaluation;
  const unread = recording && !("channels" in recording) ? [recording.message] : [];
  return (
    [...unread, ...data_quality.map(({ message }) => message)].join("; ") ||
    "the call could not be read completely"
  );
}
