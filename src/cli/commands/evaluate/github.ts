/** On GitHub Actions: an annotation for each verdict that did not pass, and the step summary. */
import { appendFile } from "node:fs/promises";
import { outcomeOfVerdict } from "../../../contract/rules/outcomes.ts";
import { explainVerdict } from "../../../engine/explain-verdict.ts";
import { Failure } from "../../../lib/failure.ts";
import { toAnnotations } from "../../bulk/annotations.ts";
import type { Context } from "../../context.ts";
import type { Verdict } from "../../render/evaluation/call.ts";
import { suspectLines } from "../../render/evaluation/suspicions.ts";
import { outcomeOf } from "../../render/evaluation/verdict-lines.ts";
import { inLine } from "../../render/markdown.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { type Gate, suspectOf } from "./shared/gate.ts";
import { verdictCounts } from "./shared/gate-text.ts";

/** @param names what people call the calls, by id */
export async function tellGitHub(
  { env, terminal }: Context,
  gate: Gate,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const summary = env["GITHUB_STEP_SUMMARY"];
  const isAction = env["GITHUB_ACTIONS"] === "true";
  if (!isAction && !summary) return;
  const annotations = gate.calls.flatMap(({ id: call_id, evaluation }) =>
    (evaluation?.verdicts ?? [])
      .filter((verdict) => ["failed", "inconclusive"].includes(outcomeOfVerdict(verdict)))
      .map((verdict) => ({ call: names.get(call_id) || `call ${call_id}`, call_id, verdict })),
  );
  if (isAction)
    for (const line of toAnnotations(
      annotations.map(({ call, call_id, verdict }, index) => ({
        index,
        item: { key: `${call}: ${verdict.name}`, sha256: "" },
        outcome: verdict.status === "EVALUATED" ? "failed" : "unknown",
        message: `${wordsFor(verdict)} (call ${call_id})`,
      })),
    ))
      await terminal.alert(line, { exact: true });
  if (!summary) return;
  const lines = [
    `## Evaluation: ${gate.passed ? "✅ passed" : "❌ not passed"}`,
    "",
    `${verdictCounts(gate)}.`,
    ...(gate.allow_unevaluated
      ? ["", "Metrics that were not evaluated were allowed (`--allow-unevaluated`)."]
      : []),
    ...(gate.reason === null ? [] : ["", `**${inLine(gate.reason)}**`]),
    ...(annotations.length === 0 ? [] : ["", "| call | metric | | why |", "|---|---|---|---|"]),
    ...annotations.map(
      ({ call, verdict }) =>
        `| ${inLine(call)} | ${inLine(verdict.name)} | ${verdict.status === "EVALUATED" ? "❌" : "❔"} | ${inLine(wordsFor(verdict))} |`,
    ),
  ];
  const suspected = suspectLines(
    gate.calls.map((call) => ({ ...suspectOf(call), id: names.get(call.id) || `call ${call.id}` })),
    {},
  );
  if (suspected.length > 0)
    lines.push("", "### Suspected", "", ...suspected.map((line) => `- ${inLine(line)}`));
  await appendFile(summary, sanitize(`${lines.join("\n")}\n`)).catch((error: Error) => {
    throw new Failure("failed", `cannot write the summary: ${error.message}`, {
      where: summary,
      cause: error,
    });
  });
}

const wordsFor = (verdict: Verdict) => explainVerdict(verdict) ?? outcomeOf(verdict);
