/** Carries out a step of a plan. */

import type { Client } from "../../../../client/client.ts";
import { type PreparedRequest, prepare } from "../../../../client/prepare.ts";
import type { ItemState } from "../../../bulk/entries.ts";
import type { Sent } from "../../../bulk/run-bulk.ts";
import { identityOf } from "../../../manifest/identity.ts";
import type { CreateStep, UpdateStep } from "../../../plan/steps.ts";
import type { ManifestItem } from "../../bulk/journals.ts";

export interface StepItem extends ManifestItem {
  readonly step: CreateStep | UpdateStep;
  /** The step's body as JSON. */
  readonly text: string;
}

/** Sends steps to a service. */
export class StepSender {
  /** Ids by name, for each simulation that was read. */
  readonly #simulations = new Map<number, Promise<ReadonlyMap<string, number>>>();

  /**
   * @param previous the step's state after an earlier run: if a creation may have happened, it is looked up
   *   first (E7)
   */
  async send({ step, text }: StepItem, client: Client, previous: ItemState | undefined): Promise<Sent> {
    if (step.action === "update") return update(client, step, text);
    const made = previous?.outcome === "unknown" ? await this.#find(client, step) : undefined;
    if (made !== undefined) return { id: made, message: "already created by an earlier run" };
    const { digital_human } = await client.call("create_digital_human", { body: step.body, text });
    return { id: digital_human.id, message: "created" };
  }

  async #find(client: Client, { name, simulation_ids }: CreateStep): Promise<number | undefined> {
    for (const simulation_id of simulation_ids) {
      const looked = this.#simulations.get(simulation_id) ?? idsByName(client, simulation_id);
      this.#simulations.set(simulation_id, looked);
      const id = (await looked).get(name);
      if (id !== undefined) return id;
    }
    return undefined;
  }
}

async function idsByName(client: Client, simulation_id: number): Promise<ReadonlyMap<string, number>> {
  const { digital_humans } = await client.call("list_digital_humans", { params: { simulation_id } });
  return new Map(
    digital_humans.flatMap((human) => {
      const name = identityOf(human);
      return name === undefined ? [] : [[name, human.id]];
    }),
  );
}

async function update(client: Client, { id, body, attach }: UpdateStep, text: string): Promise<Sent> {
  const params = { digital_human_id: id };
  const { simulation_ids } = await client.call("update_digital_human", { params, body, text });
  // The list is replaced as a whole, and only the answer says in which other simulations the digital human
  // is.
  if (attach.length > 0)
    await client.call("update_digital_human", {
      params,
      body: { simulation_ids: [...new Set([...(simulation_ids ?? []), ...attach])] },
    });
  return { id, message: "updated" };
}

/** The requests of a step that are known before the service answers the first one. */
export function requestsOf(step: CreateStep | UpdateStep): PreparedRequest[] {
  if (step.action === "create") return [prepare("create_digital_human", { body: step.body })];
  const { id, body, attach, simulation_ids } = step;
  const params = { digital_human_id: id };
  return [
    prepare("update_digital_human", { params, body }),
    ...(attach.length > 0
      ? [prepare("update_digital_human", { params, body: { simulation_ids: [...simulation_ids] } })]
      : []),
  ];
}
