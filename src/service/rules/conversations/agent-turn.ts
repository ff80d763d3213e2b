import type { Kysely } from "kysely";
import { dependsOnMeaning, isPrescribed } from "../../../engine/caller/next.ts";
import type { Service } from "../../handler.ts";
import type { Database } from "../../store/schema.ts";
import { rngOf, setAsking } from "./caller.ts";
import { offsetIn } from "./clock.ts";
import { stackedIn, takeStacked } from "./entries.ts";
import type { Scene } from "./scene.ts";
import { takeStep } from "./step.ts";

/**
 * The agent has finished its turn. Its stacked messages become one batch, which the digital human answers. A
 * turn without any text does not count. Returns whether the digital human has ended the conversation. If a
 * model finds the words, the messages stay stacked until a job has asked it.
 */
export async function onAgentTurn(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId" | "model">,
  scene: Scene,
  at: Date,
): Promise<boolean> {
  const { id } = scene.result;
  const heard = await stackedIn(transaction, id);
  if (heard === "") return false;
  if (service.model && needsWords(scene, heard, at)) {
    await ask(transaction, service, scene);
    return false;
  }
  await takeStacked(transaction, id);
  const { end } = await takeStep(transaction, service, scene, { event: "message", heard }, at);
  return end !== undefined;
}

function needsWords({ result, state, caller }: Scene, heard: string, at: Date): boolean {
  if (state === undefined) return false;
  const [played, at_ms] = [caller(), offsetIn(result, at)];
  return (
    dependsOnMeaning(played, state, heard, at_ms) ||
    !isPrescribed(played, state, heard, at_ms, rngOf(result, state))
  );
}

/**
 * One question at a time: messages that arrive while the model is being asked go into the next question
 * together.
 */
async function ask(
  transaction: Kysely<Database>,
  { jobs }: Pick<Service, "jobs">,
  { result: { id }, state, asking }: Scene,
): Promise<void> {
  if (!state || asking) return;
  await setAsking(transaction, id);
  await jobs.add(transaction, [{ kind: "speak", payload: { simulation_result_id: id, turn: state.turn } }]);
}
