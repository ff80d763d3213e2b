/** Drafts digital humans from an agent's texts, its workflows, and recorded conversations. */

import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { GENERATED_MAXIMUM, GENERATION_MAXIMUM } from "../../../contract/values.ts";
import type { Generated } from "../../../engine/generation/digital-human.ts";
import { type PolicyRow, policyRows } from "../../../engine/generation/probes/policy-rows.ts";
import type { Clock } from "../../clock.ts";
import { badRequest } from "../../errors.ts";
import type { WithModel } from "../../model/model.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { createYielder } from "../../yield.ts";
import { requireAgent } from "../agents/lookup.ts";
import { requireSimulation } from "../simulations/lookup.ts";
import { readAgentTexts } from "./agent-texts.ts";
import type { GenerationThread } from "./in-thread.ts";
import { type Draft, draftOf } from "./records.ts";
import { readReplays } from "./replay.ts";
import { reword } from "./reword.ts";
import { readWorkflows } from "./workflows.ts";

type Request = Output<"GenerateDigitalHumans">;

interface Drafted {
  readonly drafts: readonly Draft[];
  /** Whether there were more than fit into an answer. */
  readonly isFull: boolean;
  /** Which parts of the agent were not read, in words. */
  readonly unread: readonly string[];
  /** Which versions of the agent's texts were read, in words, where another could have been meant. */
  readonly notes: readonly string[];
  readonly policies: readonly PolicyRow[];
}

/**
 * Reads what the request needs and generates. A model, if there is one, finds the words. Nothing is stored,
 * so a long generation does not block other changes.
 */
export async function draft(
  { db, model, thread, now }: Pick<Store, "db"> & Clock & WithModel & { readonly thread: GenerationThread },
  organization_id: string,
  body: Request,
): Promise<Drafted> {
  const agent = await requireAgent(db, organization_id, body.agent_id);
  const { texts, unread, notes } = await readAgentTexts(db, agent, body);
  const workflows = await readWorkflows(db, agent, body);
  const replays = (body.replay_transcript ?? []).slice(0, GENERATION_MAXIMUM);
  const recordings = await readReplays({ db, thread }, organization_id, replays);
  const made = await thread.generate({
    request: {
      goals: body.goal_adherence ?? [],
      workflows,
      personas: body.customer_personas ?? [],
      load_testing: body.load_testing ?? 0,
      red_teaming: body.red_teaming ?? 0,
      policy_probes: body.policy_probes ?? 0,
    },
    recordings,
    texts,
    seed: body.seed ?? "1",
    today: now().toISOString().slice(0, 10),
    traits: body.traits,
  });
  const yieldIfDue = createYielder();
  const chosen: Generated[] = [];
  for (const text of made) {
    chosen.push(JSON.parse(text));
    await yieldIfDue();
  }
  const worded = model ? await reword(chosen, texts, model) : chosen;
  const policies = body.policy_probes ? policyRows(texts) : [];
  return { ...(await draftsOf(worded, body)), unread, notes, policies };
}

/** Drafts as many as fit into an answer. */
async function draftsOf(
  made: readonly Generated[],
  body: Request,
): Promise<Omit<Drafted, "unread" | "notes" | "policies">> {
  const drafts: Draft[] = [];
  const yieldIfDue = createYielder();
  let size = 0;
  for (const digital_human of made) {
    await yieldIfDue();
    const draft = draftOf(digital_human, body);
    size += JSON.stringify(draft).length;
    if (size > GENERATED_MAXIMUM && drafts.length > 0) return { drafts, isFull: true };
    drafts.push(draft);
  }
  return { drafts, isFull: false };
}

/** The simulation that the digital humans are added to. 404 if it is unknown, 400 if it tests another agent. */
export async function requirePlace(
  db: Kysely<Database>,
  organization_id: string,
  { agent_id, simulation_id }: Request,
): Promise<Row<"simulation"> | undefined> {
  const agent = await requireAgent(db, organization_id, agent_id);
  if (!simulation_id) return undefined;
  const simulation = await requireSimulation(db, organization_id, simulation_id);
  if (simulation.agent_id !== agent.id)
    throw badRequest(`simulation ${simulation.id} tests agent ${simulation.agent_id}, not agent ${agent.id}`);
  return simulation;
}
