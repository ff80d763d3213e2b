import type { Output } from "../../contract/types.ts";
import type { Contradiction } from "../../engine/caller/state.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { JudgedAgent } from "../../engine/policies/judge.ts";
import { expectsState } from "../../engine/world/expected.ts";
import { redactsPii } from "../domain/agents/lookup.ts";
import { callerStateOf, loadCaller } from "../domain/conversations/caller.ts";
import { recordsCalls, reportsCalls, runsWith } from "../domain/conversations/calls-known.ts";
import { isTooLong, reportOn, TOO_LONG } from "../domain/conversations/report.ts";
import { contentsOf, readReport, showResult } from "../domain/conversations/results.ts";
import { settleResult } from "../domain/conversations/settle.ts";
import { type ResultUpdate, updateOf } from "../domain/conversations/updates.ts";
import { callOf } from "../domain/conversations/voice-call.ts";
import { withoutRecorded } from "../domain/conversations/world-recorded.ts";
import { knowledgeOf } from "../domain/documents/knowledge.ts";
import { readAgentTexts } from "../domain/generation/agent-texts.ts";
import { policiesFor } from "../domain/policies/reviews.ts";
import { type Settings, settingsOf } from "../domain/simulations/settings.ts";
import type { JobWorker, Outcome } from "../jobs/jobs.ts";
import { written } from "../published/evaluation.ts";
import type { Row } from "../store/schema.ts";
import { callEvidence } from "./call-evidence.ts";
import { expectedState, successCriteria } from "./digital-human-verdicts.ts";
import { endStateOf } from "./end-state.ts";
import { unevaluated } from "./evaluate-conversation.ts";
import { type Evaluating, tooLarge } from "./evaluator.ts";
import { type SelectedMetrics, selectMetrics } from "./select-metrics.ts";
import { probedSentence } from "./standing-verdicts.ts";
import type { ResultEvaluation } from "./task.ts";
import { situationMissed, testsRule } from "./tested-situation.ts";
import { mergedEffects, type ToolEffects, toolEffectsOf } from "./tool-effects.ts";

/**
 * Evaluates an ended conversation of a run: by the goal, the success criteria, and the expected tool calls of
 * its digital human, and by the agent's metrics. Then settles it.
 */
export const evaluateResult: JobWorker<"evaluate_result", Evaluating> = {
  concurrency: 4,
  async run({ simulation_result_id }, service, { signal }) {
    const result = await service.db
      .selectFrom("simulation_result")
      .selectAll()
      .where("id", "=", simulation_result_id)
      .executeTakeFirst();
    if (!result || result.outcome !== null) return {};
    const told_of = result.report ?? (await reportOn(service, result));
    const about = { ...result, report: told_of };
    const settle = (evaluation: ResultEvaluation) => settling(service, about, evaluation);
    if (result.end_reason === "agent_unreachable") return unreachable(service, about);
    if (await isTooLong(service.db, result.id))
      return settle(notMade({ requested: [], gone: [] }, tooLarge(TOO_LONG), service.now().toISOString()));
    const person = await loadCaller(service.db, result);
    const settings = await settingsOfRun(service, result);
    const selected = await selectedFor(service, result, person.digital_human, settings);
    if (await neverAnswered(service, about))
      return settle(notMade(selected, NEVER_ANSWERED, service.now().toISOString()));
    return settle(await evaluate(service, about, person, { selected, settings }, signal));
  },

  async giveUp({ simulation_result_id }, service, message) {
    const evaluated_at = service.now().toISOString();
    const why = { reason: "evaluation_given_up", message };
    const evaluation = notMade({ requested: [], gone: [] }, why, evaluated_at);
    const result = await service.db
      .selectFrom("simulation_result")
      .select(["id", "revision", "report"])
      .where("id", "=", simulation_result_id)
      .executeTakeFirst();
    if (!result) return async () => undefined;
    return settling(service, result, evaluation).commit;
  },
};

/** What an evaluation of the conversation with these metrics would find. Nothing of it is stored. */
export async function tryOnResult(
  service: Evaluating,
  result: Row<"simulation_result">,
  selected: SelectedMetrics,
  signal: AbortSignal,
): Promise<ResultEvaluation> {
  if (await isTooLong(service.db, result.id))
    return notMade(selected, tooLarge(TOO_LONG), service.now().toISOString());
  const settings = await settingsOfRun(service, result);
  return evaluate(service, result, await loadCaller(service.db, result), { selected, settings }, signal);
}

/** Evaluates a conversation whose report is known. */
async function evaluate(
  service: Evaluating,
  result: Row<"simulation_result">,
  { digital_human, caller }: Awaited<ReturnType<typeof loadCaller>>,
  { selected, settings }: { readonly selected: SelectedMetrics; readonly settings: Settings },
  signal: AbortSignal,
): Promise<ResultEvaluation> {
  const state = await callerStateOf(service.db, result.id);
  const evaluated_at = service.now().toISOString();
  const contents = await contentsOf(service.db, [result]);
  const shown = showResult(result, contents);
  const report = readReport(result.report);
  const update = await updateOf(service.db, result.id);
  const effects = await toolEffectsOf(service.db, result.agent_id);
  const call = await callEvidence(service, result.id, signal);
  const conversation = withUpdate(
    {
      ...conversationOf(shown, arrivalsOf(result.id, contents), digital_human, effects),
      ...call?.conversation,
    },
    withoutRecorded(update, contents.tool_calls.get(result.id) ?? []),
  );
  const end = await endStateOf(service, result, contents, signal);
  const asksForCalls =
    caller.errand !== undefined ||
    selected.requested.some(({ metric }) => metric.response_type === "tool_call");
  const silent = conversation.tool_calls?.length === 0 && asksForCalls;
  const reports = silent && (await reportsCalls(service.db, runsWith(service, result.simulation_run_id)));
  const uncertain =
    silent && !reports && !update.tool_calls && !(await recordsCalls(service.db, result.simulation_run_id));
  const said = shown.transcript.map(({ role, message }) => ({ role, utterance: message }));
  const evaluation = await service.evaluate(
    {
      kind: "result",
      conversation: {
        ...withTaken(conversation, state?.instead ?? []),
        ...(uncertain && { tool_calls_uncertain: true }),
        ...(end?.world && { world: end.world }),
        ...(end?.unread !== undefined && { state_unread: end.unread }),
      },
      ...(end && {
        world_fault: end.fault,
        unknown_tools: end.unknown_tools,
        expects_state: expectsState(digital_human),
      }),
      redact_pii: await masksData(service, result),
      pursued: { caller, state, said },
      goal_completed: report.goal_completed,
      ...(reports && { reports_calls: true }),
      unanswered: report.fidelity?.unanswered ?? null,
      ...(call && { analysis: call.analysis, words_uncertain: call.words_uncertain }),
      end_reason: result.end_reason,
      variables: await versionTexts(service, result),
      ...(update.metadata && { metadata: update.metadata }),
      selected,
      thresholds: {
        passing: settings.custom_metrics_passing_threshold,
        failing: settings.custom_metrics_failing_threshold,
      },
      evaluated_at,
      agent: await judgedAgent(service, result),
      probed: probedSentence(digital_human.generation),
      ...(testsRule(digital_human) && {
        situation_missed: situationMissed(digital_human, shown) ?? null,
      }),
    },
    {
      signal,
      ...(service.model && { model: service.model }),
      ...(call?.recording && { recording: call.recording }),
    },
  );
  return "outcome" in evaluation ? evaluation : notMade(selected, evaluation, evaluated_at);
}

/** As by voice: perhaps no agent was there. */
const NEVER_ANSWERED = { reason: "silence_timeout", message: "the agent never answered" };

/** Whether the digital human wrote and waited in vain, from its first turn on. A line knows itself whether the agent spoke. */
async function neverAnswered({ db }: Evaluating, result: Row<"simulation_result">): Promise<boolean> {
  if (result.end_reason !== "silence_timeout" || (await callOf(db, result.id))) return false;
  const { transcript, tool_calls } = showResult(result, await contentsOf(db, [result]));
  if (tool_calls.length > 0 || transcript.some(({ role }) => role === "AGENT")) return false;
  const { tool_calls: reported, recorded_transcript } = await updateOf(db, result.id);
  return !reported?.length && !recorded_transcript?.length;
}

const notMade = (
  selected: SelectedMetrics,
  why: { readonly reason: string; readonly message: string },
  evaluated_at: string,
): ResultEvaluation => ({
  outcome: "incompleted",
  reason: `${why.reason}: ${why.message}`,
  criteria: null,
  ...written(unevaluated(selected, why, evaluated_at)),
});

/** It says nothing about the agent, and is not evaluated. */
const unreachable = (
  service: Evaluating,
  { id, report }: Pick<Row<"simulation_result">, "id" | "report">,
): Required<Pick<Outcome, "commit">> => ({
  async commit(transaction) {
    await transaction.updateTable("simulation_result").set({ report }).where("id", "=", id).execute();
    await settleResult(transaction, service, id, {
      outcome: "incompleted",
      reason: "the agent could not be reached",
    });
  },
});

const settling = (
  service: Evaluating,
  { id, revision, report }: Pick<Row<"simulation_result">, "id" | "revision" | "report">,
  { evaluation, ...settlement }: ResultEvaluation,
): Required<Pick<Outcome, "commit">> => ({
  async commit(transaction) {
    const made = await transaction
      .updateTable("simulation_result")
      .set({ evaluation, report })
      .where("id", "=", id)
      .where("revision", "=", revision)
      .where("outcome", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (made) return settleResult(transaction, service, id, settlement);
    // The agent's side has reported more since, so the evaluation runs again.
    await service.jobs.add(transaction, [{ kind: "evaluate_result", payload: { simulation_result_id: id } }]);
  },
});

const masksData = async ({ db }: Evaluating, { agent_id }: Row<"simulation_result">): Promise<boolean> =>
  redactsPii(
    await db.selectFrom("agent").select("record").where("id", "=", agent_id).executeTakeFirstOrThrow(),
  );

/** The simulation's settings when the run was queued. */
async function settingsOfRun(
  { db }: Evaluating,
  { simulation_run_id }: Row<"simulation_result">,
): Promise<Settings> {
  const run = await db
    .selectFrom("simulation_run")
    .select("settings")
    .where("id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  return settingsOf(run);
}

/** The digital human's success criteria, and the metrics of the simulation, or else of the agent. */
async function selectedFor(
  { db }: Evaluating,
  { organization_id, agent_id }: Row<"simulation_result">,
  { success_criteria, expected_state }: Awaited<ReturnType<typeof loadCaller>>["digital_human"],
  { selected_custom_metrics }: Settings,
): Promise<SelectedMetrics> {
  const wanted = [successCriteria(success_criteria), expectedState(expected_state)];
  const { requested, gone } = await selectMetrics(
    db,
    selected_custom_metrics
      ? { organization_id, custom_metrics: selected_custom_metrics }
      : { organization_id, agent_id },
  );
  const own = wanted.flatMap((metric) =>
    metric ? [{ id: null, metric, requested_by: ["digital_human" as const] }] : [],
  );
  return { requested: [...own, ...requested], gone };
}

/**
 * The position of each tool call among the messages: half a step after the last message before it was logged.
 */
function arrivalsOf(id: number, { entries, tool_calls }: Awaited<ReturnType<typeof contentsOf>>) {
  const messages = (entries.get(id) ?? []).map((entry) => entry.id);
  return (tool_calls.get(id) ?? []).map(({ after_entry }) =>
    after_entry === null ? undefined : messages.findLastIndex((message) => message <= after_entry) + 0.5,
  );
}

/** The agent's texts in the versions that the run tests, and which checks are off. */
async function judgedAgent(
  { db }: Evaluating,
  { agent_id, simulation_run_id }: Row<"simulation_result">,
): Promise<JudgedAgent> {
  const agent = await db.selectFrom("agent").selectAll().where("id", "=", agent_id).executeTakeFirstOrThrow();
  const tested = await db
    .selectFrom("simulation_run")
    .select(["prompt_id", "knowledge_base_id"])
    .where("id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  const { texts } = await readAgentTexts(db, agent, { ...tested, reads_deleted: true });
  const { checks_off }: Pick<Output<"AgentCreate">, "checks_off"> = JSON.parse(agent.record);
  const { prompt, knowledge_base, goals } = texts;
  const policies = await policiesFor(db, agent_id, tested);
  return { prompt, knowledge_base, goals, off: checks_off ?? [], policies };
}

type DigitalHuman = Awaited<ReturnType<typeof loadCaller>>["digital_human"];

function conversationOf(
  { transcript, tool_calls, end_reason }: ReturnType<typeof showResult>,
  arrivals: readonly (number | undefined)[],
  { expected_tool_calls, language, ...digital_human }: DigitalHuman,
  agent: ToolEffects,
): ConversationInput {
  return {
    transcript: transcript.map(({ role, message, start_offset_ms }, index) => ({
      speaker: role,
      utterance: message,
      start_offset_ms,
      arrival: index,
    })),
    tool_calls: tool_calls.map((call, index) => ({ ...call, arrival: arrivals[index] })),
    conversation_ended_by: end_reason === "agent_ended" ? "AGENT" : null,
    language: language ?? null,
    expected_tool_calls: expected_tool_calls ?? null,
    ...mergedEffects(agent, digital_human),
  };
}

/**
 * A conversation, completed with what the agent's side reported. What the service itself heard takes
 * precedence. An unknown transcript stays unknown, because an empty one would mean that nothing was said.
 */
function withUpdate(
  conversation: ConversationInput,
  { events, tool_calls, recorded_transcript }: ResultUpdate,
): ConversationInput {
  const heard = conversation.transcript;
  return {
    ...conversation,
    transcript: heard?.length ? heard : (recorded_transcript ?? heard),
    tool_calls: [...(conversation.tool_calls ?? []), ...(tool_calls ?? [])],
    ...(events && { events }),
  };
}

/** A conversation in which the agent may call its tools with what the digital human has taken instead of its own wish. */
function withTaken(conversation: ConversationInput, instead: readonly Contradiction[]): ConversationInput {
  const { expected_tool_calls } = conversation;
  if (!expected_tool_calls || instead.length === 0) return conversation;
  const also = (value: unknown): unknown => {
    const said = instead.filter(({ wanted }) => wanted === value).map((value) => value.said);
    return said.length > 0 ? { $in: [value, ...said] } : value;
  };
  return {
    ...conversation,
    expected_tool_calls: expected_tool_calls.map((call) => ({
      ...call,
      ...(call.parameters && {
        parameters: Object.fromEntries(
          Object.entries(call.parameters).map(([name, value]) => [name, also(value)]),
        ),
      }),
    })),
  };
}

/** `prompt_text` and `kb_text` of the versions that the run tests, with shared knowledge, as variables of the metrics. */
async function versionTexts(
  { db }: Evaluating,
  { agent_id, simulation_run_id }: Row<"simulation_result">,
): Promise<Record<string, string>> {
  const { prompt_text, kb_text: own } = await db
    .selectFrom("simulation_run")
    .leftJoin("prompt_version", "prompt_version.id", "simulation_run.prompt_id")
    .leftJoin("knowledge_base_version", "knowledge_base_version.id", "simulation_run.knowledge_base_id")
    .select(["prompt_version.text as prompt_text", "knowledge_base_version.text as kb_text"])
    .where("simulation_run.id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  const kb_text = await knowledgeOf(db, agent_id, own);
  return { ...(prompt_text !== null && { prompt_text }), ...(kb_text !== undefined && { kb_text }) };
}
