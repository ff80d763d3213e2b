import { readConversation } from "../../../../contract/readings/conversation.ts";
import { countOutcomes, type Outcome, outcomeOfConversation } from "../../../../contract/rules/outcomes.ts";
import type { VersionEvidence } from "../../../../contract/values.ts";
import { Failure } from "../../../../lib/failure.ts";
import { calibrateConversation, judgedIn } from "../../../../results/calibration/apply.ts";
import { type JudgedRate, judgedRates } from "../../../../results/calibration/rates.ts";
import type { Requirement } from "../../../../results/calibration/requirement.ts";
import {
  type Conversation,
  isHeldAsFarAsEvaluated,
  isJudged,
} from "../../../../results/check/conversation.ts";
import type { Context } from "../../../context.ts";
import { type Gate, gate } from "../../../release/check/gate.ts";
import { describeEvidence, gatherEvidence } from "../../../release/version-evidence.ts";
import { resultSuspect, type Suspect, type SuspicionMode } from "../../../render/evaluation/suspicions.ts";
import { readCalibration } from "../../judge/shared/calibration.ts";
import type { LabelledCalls } from "../../judge/shared/canary.ts";
import { digitalHumanNames } from "../../release/shared/simulation.ts";
import { eachOf } from "../../shared/each-of.ts";
import { namedBy } from "./named-by.ts";
import type { Run } from "./run.ts";

/** How many conversations to read the evaluations of, to see why they did not pass. */
const READ_MAXIMUM = 20;

/** What the conversations of a run show, in addition to its counts. */
export interface RunFindings extends Pick<Gate, "tests" | "repeated"> {
  /**
   * The counts of passed and failed conversations without the verdicts of judges that do not count; null if
   * all of them count.
   */
  readonly recount: { readonly passed: number; readonly failed: number } | null;
  /** The pass rate of each metric that a judge decides. */
  readonly judged_rates: readonly JudgedRate[];
  /** What shows that the agent ran the prompt that the run tested. */
  readonly prompt_evidence: VersionEvidence;
  /** Which other version the agent ran; null if it ran none. */
  readonly mismatch: string | null;
  /** Inconclusive conversations in which every criterion that was evaluated is met. */
  readonly held: number;
  /** The outcome of each conversation, by its id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The conversations, with what policies that nobody has accepted say about them. */
  readonly suspects: readonly Suspect[];
  readonly agent_id: string | undefined;
}

/**
 * What the conversations of a finished run show. Undefined if the service does not list them: the counts
 * decide, and this explains them.
 * @throws Failure if it is `needed` and the service does not list them
 */
export async function readFindings(
  context: Context,
  { id: simulation_run_id }: Run,
  {
    simulation_id,
    allow_unevaluated,
    suspicions,
    require_calibration,
    canaries,
  }: {
    readonly simulation_id: string;
    readonly suspicions: SuspicionMode;
    readonly allow_unevaluated: boolean;
    readonly require_calibration: Requirement | undefined;
    readonly canaries: readonly LabelledCalls[];
  },
): Promise<RunFindings | undefined> {
  try {
    const { simulation_run, simulation_results } = await context.read("list_simulation_results", {
      params: { simulation_run_id },
    });
    const names = await digitalHumanNames(context, Number(simulation_id));
    const listed = simulation_results.map(readConversation);
    const evaluated = await withEvaluations(context, listed, {
      everything: require_calibration !== undefined,
    });
    const calibration = await readCalibration(
      context,
      evaluated.flatMap(judgedIn),
      require_calibration,
      canaries,
    );
    const conversations = evaluated.map((conversation) => calibrateConversation(conversation, calibration));
    const { passed, failed } = countOutcomes(conversations.map(outcomeOfConversation));
    const outcomeOf = (conversation: Conversation) =>
      allow_unevaluated && isHeldAsFarAsEvaluated(conversation)
        ? "passed"
        : outcomeOfConversation(conversation);
    const { tests, repeated } = gate([{ simulation_run_id, conversations }], {
      criteria: { metrics: undefined, limits: [], allow_unevaluated },
      min_pass_rate: 0,
      nameOf: namedBy(names),
    });
    return {
      tests,
      repeated,
      ...ranBy(evaluated),
      suspects: evaluated.map(resultSuspect),
      agent_id: simulation_run?.agent_id,
      held: conversations.filter(isHeldAsFarAsEvaluated).length,
      outcomes: new Map(conversations.map((conversation) => [conversation.id, outcomeOf(conversation)])),
      recount: conversations.some(({ outcome }, at) => outcome !== evaluated[at]?.outcome)
        ? { passed, failed }
        : null,
      judged_rates: judgedRates(evaluated.flatMap(judgedIn), calibration.certificates),
    };
  } catch (error) {
    if (
      suspicions === "fail" ||
      allow_unevaluated ||
      require_calibration ||
      canaries.length > 0 ||
      !(error instanceof Failure)
    )
      throw error;
    return undefined;
  }
}

/**
 * Adds the evaluations of the conversations that a judge's error may affect, or that did not pass. All others
 * stay as listed.
 */
async function withEvaluations(
  context: Context,
  listed: readonly Conversation[],
  { everything }: { readonly everything: boolean },
): Promise<Conversation[]> {
  const unread = listed.filter(({ evaluation }) => evaluation === undefined);
  const wanted = everything
    ? unread
    : unread
        .filter((conversation) => !(isJudged(conversation) && conversation.outcome === "passed"))
        .slice(0, READ_MAXIMUM);
  const evaluations = await eachOf(wanted, async ({ id }) => {
    const params = { simulation_result_id: id };
    const { simulation_result } = await context.read("get_simulation_result", { params });
    return readConversation(simulation_result);
  });
  const byId = new Map(evaluations.map((conversation) => [conversation.id, conversation]));
  return listed.map((conversation) => byId.get(conversation.id) ?? conversation);
}

/** Whether the agent ran the versions that the run names. */
function ranBy(conversations: readonly Conversation[]): Pick<RunFindings, "prompt_evidence" | "mismatch"> {
  const of = (kind: "prompt" | "knowledge_base") => {
    const gathered = gatherEvidence(kind, conversations);
    const version = conversations.find(({ versions }) => versions)?.versions?.[`${kind}_version`] ?? 0;
    return { evidence: gathered.evidence, words: describeEvidence(kind, version, gathered) };
  };
  const both = [of("prompt"), of("knowledge_base")];
  return {
    prompt_evidence: both[0]?.evidence ?? "unknown",
    mismatch: both.find(({ evidence }) => evidence === "mismatch")?.words ?? null,
  };
}
