/** Applies a document to a simulation. Every object is checked by the rules of its own operations. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { acceptUnknown } from "../../../contract/accept-unknown.ts";
import type { Schema } from "../../../contract/fields.ts";
import {
  AgentCreate,
  CustomMetricCreate,
  DigitalHumanCreate,
  SimulationCreate,
} from "../../../contract/schemas/index.ts";
import type { Output, ReadBody } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { badRequest, Refused } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { Invalid } from "../../validation/fault.ts";
import { createAgent, updateAgent } from "../agents/change.ts";
import { requireAgent } from "../agents/lookup.ts";
import { insertDigitalHuman } from "../digital-humans/insert.ts";
import { requireDigitalHuman } from "../digital-humans/lookup.ts";
import { updateDigitalHuman } from "../digital-humans/update.ts";
import { attach, digitalHumansOf, simulationIdsOf } from "../membership/members.ts";
import { insertMetric } from "../metrics/insert.ts";
import { inOrderOfCreation, requireMetric } from "../metrics/lookup.ts";
import { showMetric } from "../metrics/show.ts";
import { updateMetric } from "../metrics/update.ts";
import { insertSimulation } from "../simulations/insert.ts";
import { requireSimulation } from "../simulations/lookup.ts";
import { updateSimulation } from "../simulations/update.ts";
import { describeAgent, describeDigitalHuman, describeMetric, describeSimulation } from "./describe.ts";
import { Identities, type Kind } from "./identity.ts";

type Pushed = Output<"AsCodeResult">;
interface PushCall {
  readonly organization_id: string;
  readonly body: ReadBody<"push_as_code">;
}

/**
 * Applies the document within a transaction, which the caller rolls back if the result is not valid. If an
 * object is refused, continues with the others, so that all errors are reported.
 */
export async function pushDocument(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  call: PushCall,
): Promise<Pushed> {
  const push = new Push(transaction, service, call);
  await push.all();
  const { errors, actions, simulation_id } = push;
  return { valid: errors.length === 0, errors, actions, simulation_id };
}

class Push {
  readonly errors: string[] = [];
  readonly actions: string[] = [];
  simulation_id: number | null = null;
  readonly #transaction: Kysely<Database>;
  readonly #service: Clock & Ids;
  readonly #call: PushCall;
  readonly #identities: Identities;

  constructor(transaction: Kysely<Database>, service: Clock & Ids, call: PushCall) {
    this.#transaction = transaction;
    this.#service = service;
    this.#call = call;
    this.#identities = new Identities(transaction, call.organization_id);
  }

  async all(): Promise<void> {
    const { agents, simulations, digital_humans, custom_metrics } = this.#call.body;
    const [agent] = agents;
    const [simulation] = simulations;
    if (!agent || !simulation) return;
    for (const [list, items] of Object.entries({ digital_humans, custom_metrics }))
      this.#refuseTwins(list, items);
    const agent_id = await this.#try("agents.0", () => this.#agent(agent));
    if (agent_id === undefined) return;
    const metrics = new Map<string, string>();
    for (const [index, item] of custom_metrics.entries()) {
      const id = await this.#try(`custom_metrics.${index}`, () => this.#metric(item, agent_id));
      if (id !== undefined) metrics.set(item.bluejay_as_code_id.toLowerCase(), id);
    }
    await this.#detachMetrics(agent_id, new Set(metrics.values()));
    const row = await this.#try("simulations.0", () => this.#simulation(simulation, agent_id, metrics));
    if (row === undefined) return;
    this.simulation_id = row.id;
    const members = new Set<number>();
    for (const [index, item] of digital_humans.entries()) {
      const id = await this.#try(`digital_humans.${index}`, () => this.#digitalHuman(item, row.id));
      if (id !== undefined) members.add(id);
    }
    await this.#detachDigitalHumans(row.id, members);
  }

  async #agent({ bluejay_as_code_id, ...fields }: Output<"AgentAsCode">): Promise<number> {
    const { organization_id } = this.#call;
    const before = await this.#stored("agent", bluejay_as_code_id, (id) =>
      requireAgent(this.#transaction, organization_id, Number(id)),
    );
    if (!before) {
      const body = checked(AgentCreate, fields);
      const { id } = await createAgent(this.#transaction, this.#service, organization_id, body);
      await this.#created("agent", id, bluejay_as_code_id, fields.name);
      return id;
    }
    const after = await updateAgent(this.#transaction, organization_id, { agent_id: before.id, ...fields });
    this.#updated("agent", describeAgent(before), describeAgent(after), this.#secretsOf(before, after));
    return before.id;
  }

  /** Secrets are not in the description, so a change of them is reported without values. */
  #secretsOf(before: Row<"agent">, after: Row<"agent">): string[] {
    return before.record !== after.record && isDeepStrictEqual(describeAgent(before), describeAgent(after))
      ? ["secrets"]
      : [];
  }

  async #metric(
    { bluejay_as_code_id, ...fields }: Output<"CustomMetricAsCode">,
    agent_id: number,
  ): Promise<string> {
    const { organization_id } = this.#call;
    const before = await this.#stored("custom metric", bluejay_as_code_id, (id) =>
      requireMetric(this.#transaction, organization_id, id),
    );
    if (!before) {
      const draft = { ...checked(CustomMetricCreate, fields), agent_ids: [agent_id] };
      const { id } = await insertMetric(this.#transaction, this.#service, organization_id, draft);
      await this.#created("custom metric", id, bluejay_as_code_id, fields.name);
      return id;
    }
    const { agent_ids = [] } = await showMetric(this.#transaction, before);
    const body = { ...fields, agent_ids: [...new Set([...agent_ids, agent_id])] };
    const after = await updateMetric(this.#transaction, before, body);
    this.#updated("custom metric", describeMetric(before), describeMetric(after));
    if (!agent_ids.includes(agent_id)) this.#act("attach custom metric", describeMetric(after).name);
    return before.id;
  }

  async #detachMetrics(agent_id: number, kept: ReadonlySet<string>): Promise<void> {
    const rows = await inOrderOfCreation(this.#transaction, this.#call.organization_id, agent_id).execute();
    for (const row of rows.filter(({ id }) => !kept.has(id))) {
      await this.#transaction
        .deleteFrom("custom_metric_agent")
        .where("metric_id", "=", row.id)
        .where("agent_id", "=", agent_id)
        .execute();
      this.#act("detach custom metric", describeMetric(row).name);
    }
  }

  async #simulation(
    { bluejay_as_code_id, ...fields }: Output<"SimulationAsCode">,
    agent_id: number,
    metrics: ReadonlyMap<string, string>,
  ): Promise<Row<"simulation">> {
    const { organization_id } = this.#call;
    const selected = fields.selected_custom_metrics?.map((id) => metrics.get(id.toLowerCase()) ?? id);
    const body = { ...fields, ...(selected && { selected_custom_metrics: selected }) };
    const before = await this.#stored("simulation", bluejay_as_code_id, (id) =>
      requireSimulation(this.#transaction, organization_id, Number(id)),
    );
    if (!before) {
      const draft = checked(SimulationCreate, { ...body, agent_id });
      const row = await insertSimulation(this.#transaction, this.#service, organization_id, draft);
      await this.#created("simulation", row.id, bluejay_as_code_id, fields.name);
      return row;
    }
    if (before.agent_id !== agent_id)
      throw badRequest(
        `simulation ${before.id} tests agent ${before.agent_id}, and cannot be moved to another agent; give it another bluejay_as_code_id`,
      );
    const after = await updateSimulation(this.#transaction, this.#service, before, body);
    const same = (id: string) => id;
    this.#updated("simulation", describeSimulation(before, same), describeSimulation(after, same));
    return after;
  }

  async #digitalHuman(
    { bluejay_as_code_id, ...fields }: Output<"DigitalHumanAsCode">,
    simulation_id: number,
  ): Promise<number> {
    const { organization_id } = this.#call;
    const before = await this.#stored("digital human", bluejay_as_code_id, (id) =>
      requireDigitalHuman(this.#transaction, organization_id, Number(id)),
    );
    if (!before) {
      const draft = checked(DigitalHumanCreate, fields);
      const placed = { simulation_ids: [simulation_id] };
      const { id } = await insertDigitalHuman(
        this.#transaction,
        this.#service,
        organization_id,
        draft,
        placed,
      );
      await this.#created("digital human", id, bluejay_as_code_id, nameOf(fields));
      return id;
    }
    await updateDigitalHuman(this.#transaction, before, { ...fields, override_conflict: false });
    const after = await requireDigitalHuman(this.#transaction, organization_id, before.id);
    this.#updated("digital human", describeDigitalHuman(before), describeDigitalHuman(after));
    const simulation_ids = await simulationIdsOf(this.#transaction, before.id);
    if (!simulation_ids.includes(simulation_id)) {
      await attach(this.#transaction, [{ simulation_id, digital_human_id: before.id }]);
      this.#act("attach digital human", nameOf(describeDigitalHuman(after)));
    }
    return before.id;
  }

  async #detachDigitalHumans(simulation_id: number, kept: ReadonlySet<number>): Promise<void> {
    const rows = await digitalHumansOf(this.#transaction, simulation_id);
    for (const row of rows.filter(({ id }) => !kept.has(id))) {
      await this.#transaction
        .deleteFrom("simulation_digital_human")
        .where("simulation_id", "=", simulation_id)
        .where("digital_human_id", "=", row.id)
        .execute();
      this.#act("detach digital human", nameOf(describeDigitalHuman(row)));
    }
  }

  /** The object that a document means. Undefined if it does not exist yet, or was deleted. */
  async #stored<T>(kind: Kind, as_code_id: string, find: (id: string) => Promise<T>): Promise<T | undefined> {
    const id = await this.#identities.objectOf(kind, as_code_id);
    if (id === undefined) return undefined;
    try {
      return await find(id);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return undefined;
      throw error;
    }
  }

  async #created(kind: Kind, id: number | string, as_code_id: string, name: string | null | undefined) {
    await this.#identities.give(kind, id, as_code_id);
    this.#act(`create ${kind}`, name);
  }

  #updated(kind: Kind, before: object, after: object, more: readonly string[] = []): void {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const at = (fields: object, name: string) => (fields as Record<string, unknown>)[name];
    const changed = [
      ...names.filter((name) => !isDeepStrictEqual(at(before, name), at(after, name))),
      ...more,
    ];
    if (changed.length > 0) this.#act(`update ${kind}`, nameOf(after), changed);
  }

  #act(what: string, name: string | null | undefined, fields: readonly string[] = []): void {
    const named = name ? `${what} ${JSON.stringify(name)}` : what;
    this.actions.push(fields.length > 0 ? `${named}: ${fields.join(", ")}` : named);
  }

  /** @param place the location in the document, for the error */
  async #try<T>(place: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) this.errors.push(`${place}: ${error.message}`);
      else if (error instanceof Invalid)
        for (const { loc, msg } of error.faults)
          this.errors.push(`${[place, ...loc.slice(1)].join(".")}: ${msg}`);
      else throw error;
      return undefined;
    }
  }

  #refuseTwins(list: string, items: readonly { readonly bluejay_as_code_id: string }[]): void {
    const ids = items.map(({ bluejay_as_code_id }) => bluejay_as_code_id.toLowerCase());
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) < index)
        this.errors.push(
          `${list}.${index}.bluejay_as_code_id: the same as that of ${list}.${ids.indexOf(id)}`,
        );
  }
}

/** The name of a digital human's test, or else of the person. */
const nameOf = (fields: { readonly name?: string | null; readonly test_name?: string | null }) =>
  fields.test_name || fields.name;

/** The body of a creation, with defaults. @throws Invalid if a field is missing */
function checked<S extends z.ZodType>(schema: S, fields: object): z.output<S> {
  const { success, data, error } = acceptUnknown(schema as Schema as z.ZodType).safeParse(fields);
  if (success) return data as z.output<S>;
  throw new Invalid(
    error.issues.map(({ path, message }) => ({
      loc: ["body", ...path.map(String)],
      msg: message,
      type: "value_error",
      input: null,
      ctx: {},
    })),
  );
}
