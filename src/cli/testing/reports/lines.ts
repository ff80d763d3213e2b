/** A test run for people: failures first and in full, passes in a line. */
import { groupBy } from "../../../contract/group-by.ts";
import { passesOrFails } from "../../../contract/rules/outcomes.ts";
import { SUCCESS_CRITERIA } from "../../../contract/values.ts";
import { coverageInShort } from "../../../engine/coverage/coverage.ts";
import { explainEachClause } from "../../../engine/explain-verdict.ts";
import { stateInWords } from "../../../engine/rules-language/state-in-words.ts";
import { counted } from "../../../engine/words/counted.ts";
import { percent } from "../../../engine/words/figures-in-words.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import { spokenLines } from "../../chat/transcript.ts";
import { onlyProposed } from "../../render/only-proposed.ts";
import { required } from "../../render/pass-rate.ts";
import type { CallerOutcome, CallerResult, FileResult, Repeated, TestRun } from "../results/result.ts";
import { seconds } from "../trouble.ts";

const COLUMNS = 80;
/** A conversation with more lines is cut; `--reporter json` has all of it. */
const LINES_SHOWN = 60;
const MARGIN = "      ";

const WORDS: Readonly<Record<CallerOutcome, string>> = {
  passed: "passed",
  flaky: "flaky",
  failed: "failed",
  not_evaluated: "not evaluated",
  agent_failed: "without an answer of the agent",
  not_run: "not run",
};

/** @param each whether every caller has a line of its own, whatever became of it */
export function lineReport(
  { files, counts, ms, repeated, too_little_coverage = [] }: TestRun,
  { each = false, columns = COLUMNS } = {},
): string {
  const width = Math.min(COLUMNS, columns);
  const is_unreached = files.every(({ trouble }) => trouble !== null);
  const summary = (Object.keys(WORDS) as CallerOutcome[])
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${WORDS[outcome]}`)
    .join(", ");
  return [
    ...files.flatMap((file) => [...fileLines(file, width), ...(each ? otherLines(file, width) : [])]),
    ...repeated.map((one) => ` ${files.length > 1 ? `${one.file}: ` : ""}${repeatedWords(one)}`),
    ...too_little_coverage.map((line) => ` ✗ coverage: ${line}`),
    ` ${is_unreached ? "no caller reached the agent" : summary}  (${seconds(ms)})`,
  ].join("\n");
}

function fileLines(
  {
    file,
    about,
    ready_ms,
    trouble,
    starts,
    output,
    callers,
    runs = [],
    snapshots,
    coverage,
    policies,
  }: FileResult,
  columns: number,
): string[] {
  const written = starts ? outputLines(output) : [];
  const ready = ready_ms === null ? "" : ` (ready in ${seconds(ready_ms)})`;
  const failed = callers.filter(({ outcome }) => outcome === "failed");
  const open = callers.filter(({ outcome }) => outcome === "not_evaluated");
  return [
    `${file}  ${about}${ready}`,
    ...runs.map((one) => ` run ${one.simulation_run_id} of simulation ${one.simulation_id}`),
    ...(trouble === null ? [] : [` ! ${trouble}`, ...written]),
    ...troubleLines(callers, written),
    ...failed.flatMap((caller) => [...headLines("✗", caller, columns), ...failureLines(caller)]),
    ...openLines(open, columns),
    ...callers.flatMap((caller) => (caller.outcome === "flaky" ? flakyLines(caller, columns) : [])),
    ...agentsWordLine(callers),
    ...nothingLine(callers),
    ...suspicionLines(callers, policies?.file),
    ...proposedLine(policies),
    ...coverageLine(coverage),
    ...(snapshots ? [` snapshots of ${listed(snapshots.accepted)} accepted: ${snapshots.file}`] : []),
  ];
}

function coverageLine(coverage: FileResult["coverage"]): string[] {
  const met = coverage && coverageInShort(coverage);
  return met === undefined ? [] : [` met: ${met}`];
}

/** The callers that need no further words: those that passed, and those that were not run. */
const otherLines = ({ callers }: FileResult, columns: number): string[] =>
  callers.flatMap((caller) => {
    if (caller.outcome === "passed") return headLines("✓", caller, columns);
    return caller.outcome === "not_run" ? [` - ${nameOf(caller)}  not run`] : [];
  });

/** Callers that the same trouble has kept from their answer are told together. */
function troubleLines(callers: readonly CallerResult[], written: readonly string[]): string[] {
  const troubled = callers.filter(({ outcome }) => outcome === "agent_failed");
  if (troubled.length === 0) return [];
  const byReason = groupBy(troubled, ({ reason }) => reason);
  return [...[...byReason].map(([reason, own]) => ` ! ${listed(own.map(nameOf))}: ${reason}`), ...written];
}

/** Callers that the same reason has left open are told together. */
function openLines(open: readonly CallerResult[], columns: number): string[] {
  return [...groupBy(open, openReason)].flatMap(([reason, own]) => [
    ...own.flatMap((caller) => headLines("?", caller, columns)),
    `${MARGIN}${reason}`,
  ]);
}

const NAMES_SHOWN = 3;
const listed = (names: readonly string[]): string =>
  names.length > NAMES_SHOWN
    ? `${names.slice(0, NAMES_SHOWN).join(", ")} and ${names.length - NAMES_SHOWN} more`
    : names.join(", ");

/** What the agent wrote last. */
export const outputLines = (output: readonly string[]): string[] =>
  output.length === 0
    ? [`${MARGIN}no log output`]
    : [`${MARGIN}its last lines of output:`, ...output.map((line) => `${MARGIN}| ${line}`)];

const nameOf = ({ name, repetition }: CallerResult): string =>
  repetition > 1 ? `${name} (${repetition})` : name;

function headLines(mark: string, caller: CallerResult, columns: number): string[] {
  const turns = caller.transcript.length;
  const attempts = caller.earlier.length > 0 ? `${caller.earlier.length + 1} attempts  ` : "";
  const facts = `${attempts}${counted(turns, "turn")}  ${seconds(caller.ms)}`;
  return [atBothEnds(` ${mark} ${nameOf(caller)}`, facts, columns)];
}

const failureLines = (caller: CallerResult): string[] => [
  ...failuresOf(caller.verdicts).map((line) => `${MARGIN}${line}`),
  ...spokenIn(caller),
  ...stateLines(caller),
];

/** What became of the tables of its world. */
function stateLines({ end_state, state_unread }: CallerResult): string[] {
  if (state_unread !== undefined) return [`${MARGIN}tables could not be read: ${state_unread}`];
  if (!end_state) return [];
  if (end_state.length === 0) return [`${MARGIN}tables: nothing has changed`];
  const lines = end_state.slice(0, LINES_SHOWN).map((row) => `${MARGIN}  ${stateInWords(row)}`);
  const rest = end_state.length - LINES_SHOWN;
  return [
    `${MARGIN}tables:`,
    ...lines,
    ...(rest > 0 ? [`${MARGIN}  … ${rest} more rows; --reporter json has them`] : []),
  ];
}

/** The conversation, a line for each turn and tool call. */
export function spokenIn({ transcript, tool_calls, events }: CallerResult): string[] {
  const said = spokenLines({
    transcript: transcript.map((turn) => ({ ...turn })) as never,
    tool_calls: tool_calls as never,
    events,
  }).flatMap((line) => line.split("\n"));
  const rest = said.length - LINES_SHOWN;
  return [
    ...said.slice(0, LINES_SHOWN).map((line) => `${MARGIN}${line}`),
    ...(rest > 0 ? [`${MARGIN}… ${rest} more lines; --reporter json has them`] : []),
  ];
}

/** What failed, a line for each clause or verdict. */
export function failuresOf(verdicts: CallerResult["verdicts"]): string[] {
  return verdicts
    .filter(({ status, response_type, value }) =>
      status === "EVALUATED" ? passesOrFails({ response_type }) && value === false : status === "ERROR",
    )
    .flatMap((verdict) => {
      const name = verdict.name === SUCCESS_CRITERIA ? "" : `${verdict.name}: `;
      return explainEachClause(verdict).map((line) => `${name}${line ?? "failed"}`);
    });
}

/** A caller that passed when it tried again, and why it did not before. */
function flakyLines(caller: CallerResult, columns: number): string[] {
  const { earlier } = caller;
  return [
    ...headLines("~", caller, columns),
    ...earlier.flatMap(({ reason, verdicts }, place) => {
      const [first = reason, ...others] = failuresOf(verdicts);
      return [first, ...others].map((line) => `${MARGIN}attempt ${place + 1}: ${line}`);
    }),
    `${MARGIN}attempt ${earlier.length + 1}: passed`,
  ];
}

/** `Bob: 3 of 5 passed; pass@1 60%, pass@5 100%, pass^5 0%` */
function repeatedWords({
  name,
  n,
  passed,
  inconclusive,
  pass_at_k,
  pass_hat_k,
  min_pass_rate: min,
  enough,
}: Repeated) {
  const chance = (sign: string, k: number, chances: Repeated["pass_at_k"]) =>
    `pass${sign}${k} ${percent(chances[k] ?? 0)}`;
  const chances = [chance("@", 1, pass_at_k), chance("@", n, pass_at_k), chance("^", n, pass_hat_k)];
  return [
    `${name}: ${passed} of ${n + inconclusive} passed`,
    ...(inconclusive > 0 ? [`, ${inconclusive} without a verdict`] : []),
    ...(n > 1 ? [`; ${chances.join(", ")}`] : []),
    ...(min < 1 ? [` (${enough ? "enough" : "too few"}: ${required(min)} required)`] : []),
  ].join("");
}

const openReason = ({ reason }: CallerResult): string =>
  reason.includes("no_model")
    ? `${reason}: sentences need a language model (PARLEY_LLM_BASE_URL, PARLEY_LLM_MODEL)`
    : reason;

/** Callers that passed because the agent said that it had done what they wanted. Nothing else was checked. */
function agentsWordLine(callers: readonly CallerResult[]): string[] {
  const names = callers.flatMap((caller) => {
    const { outcome, verdicts, tool_calls } = caller;
    const isAlone =
      verdicts.length > 0 && verdicts.every(({ name, method }) => name === "Goal" && method === "builtin");
    return outcome === "passed" && isAlone && tool_calls.length === 0 ? [nameOf(caller)] : [];
  });
  return names.length === 0
    ? []
    : [` passed on the agent's word alone (${listed(names)}): add \`expect\`, or the tool in \`goal\``];
}

/** Callers that took part, and that nothing is expected of. */
function nothingLine(callers: readonly CallerResult[]): string[] {
  const took_part = callers.filter(({ outcome }) => outcome !== "agent_failed" && outcome !== "not_run");
  const names = took_part.flatMap((caller) => (caller.expects_nothing ? [nameOf(caller)] : []));
  return names.length === 0
    ? []
    : [` no expectation (${listed(names)}): add \`expect\` to the caller or to a turn`];
}

/** Proposed policies that a conversation seems to break. They fail nothing. */
function suspicionLines(callers: readonly CallerResult[], file: string | undefined): string[] {
  const callers_by_sentence = new Map<string, string[]>();
  for (const caller of callers)
    for (const { sentence } of caller.suspicions)
      callers_by_sentence.set(sentence, [...(callers_by_sentence.get(sentence) ?? []), nameOf(caller)]);
  return [...callers_by_sentence].map(
    ([sentence, names]) =>
      ` suspected, not failed (${listed(names)}): ${JSON.stringify(sentence)} is not accepted yet${file === undefined ? "" : ` (${review(file)})`}`,
  );
}

const review = (file: string) => `\`parley policies review ${shellWord(file)}\``;

/** That no policy fails anything, because nobody has accepted one. */
function proposedLine(policies: FileResult["policies"]): string[] {
  if (!policies || policies.accepted > 0 || policies.proposed.length === 0) return [];
  const { file, proposed } = policies;
  return [` ${onlyProposed(proposed.length, file)}; to decide: ${review(file)}`];
}

function atBothEnds(left: string, right: string, columns: number): string {
  const gap = Math.max(2, columns - left.length - right.length);
  return `${left}${" ".repeat(gap)}${right}`;
}
