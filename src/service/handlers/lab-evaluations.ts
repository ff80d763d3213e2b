/** What metrics labs try: metrics and their revisions on conversations, next to what people say. */
import type { Kysely } from "kysely";
import { LAB_EVALUATIONS_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import { personsValue } from "../../engine/judge/persons-value.ts";
import type { Document } from "../domain/documents/documents.ts";
import { requireOne, someConversations } from "../domain/labs/conversations.ts";
import { storeTried, type Tried } from "../domain/labs/evaluations.ts";
import { labs, requireSameLab } from "../domain/labs/labs.ts";
import { type LabConversation, requireConversation, requireMetricsOf } from "../domain/labs/membership.ts";
import { addMetrics } from "../domain/labs/metrics.ts";
import { addRevision, requireRevision, revised, wordingOf } from "../domain/labs/revisions.ts";
import { storeMark } from "../domain/marks/marks.ts";
import { requireMetric } from "../domain/metrics/lookup.ts";
import { requireRows } from "../domain/require-rows.ts";
import { badRequest, Refused } from "../errors.ts";
import { type SelectedMetrics, selectMetrics } from "../evaluation/select-metrics.ts";
import { tryMetrics } from "../evaluation/try-metrics.ts";
import { createSemaphore } from "../semaphore.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const labEvaluationHandlers = {
  async create_metric_revision({ organization_id, params: { lab_id }, body }, service) {
    return service.write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, lab_id);
      return addRevision(transaction, service, lab, body);
    });
  },

  async set_human_evaluation({ organization_id, key_id, params: { lab_id }, body }, { write, now }) {
    return write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, lab_id);
      const named = requireOne(body);
      const { call_id, simulation_result_id } = await requireConversation(transaction, lab, named);
      const [metric_id = ""] = await requireMetricsOf(transaction, lab, [body.custom_metric_id]);
      const { record } = await requireMetric(transaction, organization_id, metric_id);
      const metric: JudgedMetric = JSON.parse(record);
      const said = personsValue(body.human_response_value, metric);
      if ("fault" in said) throw badRequest(`human_response_value: ${said.fault}`);
      await storeMark(
        transaction,
        { organization_id, key_id, now },
        {
          call_id,
          simulation_result_id: simulation_result_id === null ? null : String(simulation_result_id),
          metric: metric.name,
          expected: said.value,
          reason: body.human_reasoning,
        },
      );
      return {
        success: true,
        message: `the right answer of ${metric.name.slice(0, 100)} is stored as a mark`,
      };
    });
  },

  async evaluate_lab_conversation({ organization_id, body: { lab_id, conversation, metrics } }, service) {
    const lab = await labs.require(service.db, organization_id, lab_id);
    const lab_conversation = await requireConversation(service.db, lab, conversation);
    const { selected, revision_id } = await selectedIn(service.db, lab, metrics);
    const tried = await tryOn(service, lab, lab_conversation, { selected, revision_id });
    const stored = await store(service, lab, tried);
    const open = tried.filter(({ verdict }) => !isReached(verdict));
    return {
      status: open.length === 0 ? ("success" as const) : ("incomplete" as const),
      message: messageOn(tried.length, open),
      conversation_id: conversation.id,
      conversation_type: conversation.type,
      metrics: stored,
    };
  },

  async add_lab_metrics({ organization_id, params, body }, service) {
    const { lab, added } = await service.write(async (transaction) => {
      const lab = await labs.require(transaction, organization_id, params.lab_id);
      requireSameLab(lab, body.lab_id);
      return { lab, added: await addMetrics(transaction, lab, body.metric_ids) };
    });
    const answer = {
      added_count: added.length,
      skipped_count: body.metric_ids.length - added.length,
      added_metric_ids: added,
    };
    const message = `${added.length} of ${body.metric_ids.length} metrics were added`;
    if (!body.evaluate_conversations)
      return { ...answer, evaluation_triggered: false, evaluation_count: null, message };
    const metric_ids = [...new Set(body.metric_ids.map((id) => id.toLowerCase()))];
    const { tried, skipped, all } = await tryOnAll(service, lab, metric_ids);
    const stored = await store(service, lab, tried);
    const left =
      skipped > 0 ? `; ${skipped} conversations are not over, or say nothing about their agent` : "";
    return {
      ...answer,
      evaluation_triggered: tried.length > 0,
      evaluation_count: tried.length,
      message: `${message}; ${tried.length} of ${all} evaluations were made${left}`,
      evaluations: stored.map((one, index) => ({ ...one, ...namesOf(tried[index]) })),
    };
  },
} satisfies Partial<Handlers>;

/** Which conversation something was found of. */
function namesOf(tried: Tried | undefined) {
  const { call_id = null, simulation_result_id = null } = tried?.conversation ?? {};
  return call_id === null
    ? { conversation_id: String(simulation_result_id), conversation_type: "test_result" as const }
    : { conversation_id: call_id, conversation_type: "call" as const };
}

interface Wanted {
  readonly selected: SelectedMetrics;
  readonly revision_id: string | null;
}

/** The metrics that a body names, or the metric that a revision rewords. */
async function selectedIn(
  db: Kysely<Database>,
  lab: Document,
  { type, custom_metric_ids, custom_metric_revision_id }: Output<"LabEvaluation">["metrics"],
): Promise<Wanted> {
  const { organization_id } = lab;
  if (type === "custom_metric") {
    const custom_metrics = await requireMetricsOf(db, lab, custom_metric_ids ?? []);
    return { selected: await selectMetrics(db, { organization_id, custom_metrics }), revision_id: null };
  }
  const revision = await requireRevision(db, lab, custom_metric_revision_id ?? "");
  const { requested } = await selectMetrics(db, { organization_id, custom_metrics: [revision.metric_id] });
  const wording = wordingOf(revision);
  return {
    selected: {
      requested: requested.map((metric) => ({ ...metric, metric: revised(metric.metric, wording) })),
      gone: [],
    },
    revision_id: revision.id,
  };
}

async function tryOn(
  service: Service,
  { organization_id }: Document,
  conversation: LabConversation,
  { selected, revision_id }: Wanted,
): Promise<Tried[]> {
  const verdicts = await tryMetrics(service, organization_id, conversation, selected);
  return verdicts.map((verdict) => ({
    conversation,
    metric_id: verdict.metric_id ?? "",
    revision_id,
    verdict,
  }));
}

/** Conversations at a time. Others who need the model get it in between. */
const AT_A_TIME = 4;

/** After this long, no further conversation is begun: clients time out after a minute. */
const LONGEST_MS = 45_000;

/** Tries the metrics on the conversations of a lab, as far as one request may. */
async function tryOnAll(service: Service, lab: Document, metric_ids: readonly string[]) {
  const custom_metrics = metric_ids.slice(0, LAB_EVALUATIONS_MAXIMUM);
  const { organization_id } = lab;
  const selected = await selectMetrics(service.db, { organization_id, custom_metrics });
  const room = Math.floor(LAB_EVALUATIONS_MAXIMUM / custom_metrics.length);
  const { conversations, total } = await someConversations(service.db, lab, room);
  const end = performance.now() + LONGEST_MS;
  let skipped = 0;
  const inSlot = createSemaphore(AT_A_TIME);
  const tryOne = async (conversation: LabConversation): Promise<Tried[]> => {
    if (performance.now() > end) return [];
    return tryOn(service, lab, conversation, { selected, revision_id: null }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      skipped++;
      return [];
    });
  };
  const tried = await Promise.all(
    conversations.map((conversation) => inSlot(() => tryOne(conversation), undefined)),
  );
  return { tried: tried.flat(), skipped, all: total * metric_ids.length };
}

/** Stores what was found. 404 if the lab, or what it was found of, was deleted meanwhile. */
const store = (service: Service, lab: Document, tried: readonly Tried[]) =>
  service.write(async (transaction) => {
    const { organization_id } = lab;
    await labs.require(transaction, organization_id, lab.id);
    const of = tried.map(({ conversation }) => conversation);
    await requireRows(
      transaction,
      "custom_metric",
      organization_id,
      tried.map(({ metric_id }) => metric_id),
    );
    await requireRows(
      transaction,
      "call",
      organization_id,
      of.flatMap(({ call_id }) => call_id ?? []),
    );
    await requireRows(
      transaction,
      "simulation_result",
      organization_id,
      of.flatMap(({ simulation_result_id }) => simulation_result_id ?? []),
    );
    return storeTried(transaction, service, lab, tried);
  });

type Verdict = Output<"Verdict">;

const isReached = ({ status }: Verdict) => status === "EVALUATED" || status === "NOT_APPLICABLE";

function messageOn(all: number, open: readonly Tried[]): string {
  const made = `${all - open.length} of ${all} metrics were evaluated`;
  const named = open
    .slice(0, 5)
    .map(({ verdict: { name, reason } }) => `${name.slice(0, 100)} (${reason ?? "no reason"})`);
  return open.length === 0 ? made : `${made}; not: ${named.join(", ")}`;
}
