/** Digital humans made in bulk from what is to be tested. */
import { DigitalHumanCreate } from "../../contract/schemas/index.ts";
import type { Output } from "../../contract/types.ts";
import { GENERATION_MAXIMUM } from "../../contract/values.ts";
import { badRequest } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { Row } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { insertDigitalHuman } from "./digital-humans/insert.ts";
import { type DigitalHumanRecord, recordOf, showDigitalHuman } from "./digital-humans/record.ts";
import {
  type Draft,
  expand,
  goalBatches,
  loadBatches,
  personaBatches,
  replayBatches,
} from "./generation/drafts.ts";
import { numbered } from "./generation/names.ts";
import { readReplays } from "./generation/replay.ts";
import { requireGenerable, warningFor } from "./generation/request.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { KNOWLEDGE_BASE, PROMPT } from "./versions/kinds.ts";
import { requireVersion } from "./versions/read.ts";

type Request = Output<"GenerateDigitalHumans">;

export const generationHandlers = {
  async generate_digital_humans({ organization_id, body }, service) {
    const asked = requireGenerable(body);
    return service.write(async (transaction) => {
      const agent = await requireAgent(transaction, organization_id, body.agent_id);
      if (body.prompt_id) await requireVersion(transaction, PROMPT, agent.id, { id: body.prompt_id });
      if (body.knowledge_base_id)
        await requireVersion(transaction, KNOWLEDGE_BASE, agent.id, { id: body.knowledge_base_id });
      const simulation = body.simulation_id
        ? await requireSimulation(transaction, organization_id, body.simulation_id)
        : undefined;
      if (simulation && simulation.agent_id !== agent.id)
        throw badRequest(
          `simulation ${simulation.id} tests agent ${simulation.agent_id}, not agent ${agent.id}`,
        );
      const replays = await readReplays(
        transaction,
        organization_id,
        (body.replay_transcript ?? []).slice(0, GENERATION_MAXIMUM),
      );
      const batches = [
        ...goalBatches(body.goal_adherence),
        ...personaBatches(body.customer_personas),
        ...loadBatches(body.load_testing ?? 0, JSON.parse(agent.record)),
        ...replayBatches(replays),
      ];
      const records = recordsOf(expand(batches, GENERATION_MAXIMUM), body);
      const placed = { simulation_ids: simulation ? [simulation.id] : [] };
      const rows: Row<"digital_human">[] = [];
      for (const record of records)
        rows.push(await insertDigitalHuman(transaction, service, organization_id, record, placed));
      return {
        digital_humans: rows.map(showDigitalHuman),
        status: "200",
        success: true,
        test_scenarios: scenariosOf(rows),
        warning: warningFor(asked),
      };
    });
  },
} satisfies Partial<Handlers>;

/** The records to store: what was drafted, what the request says of all of them, and defaults for the rest. */
function recordsOf(drafts: readonly Draft[], { traits, num_runs }: Request): DigitalHumanRecord[] {
  const names = numbered(drafts.map((draft) => draft.title));
  return drafts.map(({ title, replay_mode, ...fields }, index) => ({
    ...DigitalHumanCreate.parse({ ...fields, name: names[index] ?? title, traits, num_runs }),
    ...(replay_mode && { replay_mode }),
  }));
}

/** The scenarios of transcript replays; null when the request made none. */
function scenariosOf(rows: readonly Row<"digital_human">[]) {
  const scenarios = rows.flatMap((row) => {
    const { replay_mode, original_transcript, formatted_transcript } = recordOf(row);
    return replay_mode ? [{ digital_human_id: row.id, original_transcript, formatted_transcript }] : [];
  });
  return scenarios.length > 0 ? scenarios : null;
}
