/** Digital humans generated in bulk. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { GENERATED_MAXIMUM, GENERATION_MAXIMUM } from "../../contract/values.ts";
import type { Generated } from "../../engine/generation/digital-human.ts";
import { type PolicyRow, policyRows } from "../../engine/generation/probes/policy-rows.ts";
import { badRequest } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { JsonPieces } from "../json-text.ts";
import type { Database, Row } from "../store/schema.ts";
import { takingTurns } from "../turns.ts";
import { requireAgent } from "./agents.ts";
import { insertDigitalHuman } from "./digital-humans/insert.ts";
import { showDigitalHuman } from "./digital-humans/record.ts";
import { readAgentTexts } from "./generation/agent-texts.ts";
import { type Draft, draftOf } from "./generation/records.ts";
import { readReplays } from "./generation/replay.ts";
import { requireGenerable, warningFor } from "./generation/request.ts";
import { reword } from "./generation/reword.ts";
import { readWorkflows } from "./generation/workflows.ts";
import { requireSimulation } from "./simulations/lookup.ts";

type Request = Output<"GenerateDigitalHumans">;

export const generationHandlers = {
  async generate_digital_humans({ organization_id, body }, service) {
    const asked = requireGenerable(body);
    await requirePlace(service.db, organization_id, body);
    const { drafts, isFull, unread, policies } = await draft(service, organization_id, body);
    const probes = { asked: body.policy_probes ?? 0, rules: policies.length };
    const warning = warningFor({ asked, made: drafts.length, isFull }, unread, probes);
    const answer = { status: "200", success: true, warning, ...(probes.asked > 0 && { policies }) };
    if (body.preview)
      return answerOf(
        answer,
        drafts.map(({ record, scenario }) => [() => record, scenario]),
      );
    const rows = await service.write(async (transaction) => {
      const simulation = await requirePlace(transaction, organization_id, body);
      const placed = { simulation_ids: simulation ? [simulation.id] : [] };
      const letOthers = takingTurns();
      const inserted: Row<"digital_human">[] = [];
      for (const { record } of drafts) {
        inserted.push(await insertDigitalHuman(transaction, service, organization_id, record, placed));
        await letOthers();
      }
      return inserted;
    });
    return answerOf(
      answer,
      rows.map((row, place) => [
        () => showDigitalHuman(row),
        { digital_human_id: row.id, ...drafts[place]?.scenario },
      ]),
    );
  },
} satisfies Partial<Handlers>;

/**
 * The answer, serialized one digital human at a time, because all of them together may be ten million
 * characters.
 */
function answerOf(
  fields: Readonly<Record<string, unknown>>,
  made: readonly (readonly [shown: () => object, scenario: object])[],
): JsonPieces {
  async function* pieces(): AsyncGenerator<string> {
    const letOthers = takingTurns();
    yield `${JSON.stringify(fields).slice(0, -1)},"digital_humans":[`;
    for (const [place, [shown]] of made.entries()) {
      yield `${place > 0 ? "," : ""}${JSON.stringify(shown())}`;
      await letOthers();
    }
    yield `],"test_scenarios":[`;
    for (const [place, [, scenario]] of made.entries()) {
      yield `${place > 0 ? "," : ""}${JSON.stringify(scenario)}`;
      await letOthers();
    }
    yield "]}";
  }
  return new JsonPieces(pieces());
}

interface Drafted {
  readonly drafts: readonly Draft[];
  /** Whether there were more than fit into an answer. */
  readonly isFull: boolean;
  /** Which parts of the agent were not read, in words. */
  readonly unread: readonly string[];
  readonly policies: readonly PolicyRow[];
}

/**
 * Reads what the request needs and generates. A model, if there is one, finds the words. Nothing is stored,
 * so a long generation does not block other changes.
 */
async function draft(
  { db, model, thread }: Pick<Service, "db" | "model" | "thread">,
  organization_id: string,
  body: Request,
): Promise<Drafted> {
  const agent = await requireAgent(db, organization_id, body.agent_id);
  const { texts, unread } = await readAgentTexts(db, agent, body);
  const workflows = await readWorkflows(db, agent.id, body);
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
    traits: body.traits,
  });
  const letOthers = takingTurns();
  const chosen: Generated[] = [];
  for (const text of made) {
    chosen.push(JSON.parse(text));
    await letOthers();
  }
  const worded = model ? await reword(chosen, texts, model) : chosen;
  return { ...(await draftsOf(worded, body)), unread, policies: body.policy_probes ? policyRows(texts) : [] };
}

/** Drafts as many as fit into an answer. */
async function draftsOf(
  made: readonly Generated[],
  body: Request,
): Promise<Omit<Drafted, "unread" | "policies">> {
  const drafts: Draft[] = [];
  const letOthers = takingTurns();
  let size = 0;
  for (const one of made) {
    await letOthers();
    const draft = draftOf(one, body);
    size += JSON.stringify(draft).length;
    if (size > GENERATED_MAXIMUM && drafts.length > 0) return { drafts, isFull: true };
    drafts.push(draft);
  }
  return { drafts, isFull: false };
}

/** The simulation that the digital humans are added to. 404 if it is unknown, 400 if it tests another agent. */
async function requirePlace(
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
