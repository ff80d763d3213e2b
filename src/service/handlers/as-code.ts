/** Configuration as code: stored objects as a document, and a document applied to the store. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import {
  type Described,
  describeAgent,
  describeDigitalHuman,
  describeMetric,
  describeSimulation,
} from "../domain/as-code/describe.ts";
import { Identities, type Kind } from "../domain/as-code/identity.ts";
import { pushDocument } from "../domain/as-code/push.ts";
import { requireDigitalHuman } from "../domain/digital-humans/lookup.ts";
import { digitalHumansOf } from "../domain/membership/members.ts";
import { inOrderOfCreation, requireMetric } from "../domain/metrics/lookup.ts";
import { requireSimulation } from "../domain/simulations/lookup.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import type { ApiRequest, Handlers } from "./handler.ts";

type Document = Output<"StoredAsCode">;

const EMPTY: Document = { agents: [], simulations: [], digital_humans: [], custom_metrics: [] };

export const asCodeHandlers = {
  async get_simulation_as_code({ organization_id, params: { simulation_id } }, service) {
    return service.write(async (transaction) => {
      const row = await requireSimulation(transaction, organization_id, simulation_id);
      const named = naming(transaction, service, organization_id);
      const agent = await requireAgent(transaction, organization_id, row.agent_id);
      const metrics = new Map<string, Output<"CustomMetricAsCode">>();
      for (const metric of await inOrderOfCreation(transaction, organization_id, agent.id).execute())
        metrics.set(metric.id, await named("custom metric", metric.id, describeMetric(metric)));
      const asCodeId = (id: string) => metrics.get(id)?.bluejay_as_code_id ?? id;
      const digital_humans: Document["digital_humans"] = [];
      for (const human of await digitalHumansOf(transaction, row.id))
        digital_humans.push(await named("digital human", human.id, describeDigitalHuman(human)));
      return {
        agents: [await named("agent", agent.id, describeAgent(agent))],
        simulations: [await named("simulation", row.id, describeSimulation(row, asCodeId))],
        digital_humans,
        custom_metrics: [...metrics.values()],
      };
    });
  },

  async get_agent_as_code({ organization_id, params: { agent_id } }, service) {
    return service.write(async (transaction) => {
      const row = await requireAgent(transaction, organization_id, agent_id);
      const named = naming(transaction, service, organization_id);
      return { ...EMPTY, agents: [await named("agent", row.id, describeAgent(row))] };
    });
  },

  async get_digital_human_as_code({ organization_id, params: { digital_human_id } }, service) {
    return service.write(async (transaction) => {
      const row = await requireDigitalHuman(transaction, organization_id, digital_human_id);
      const named = naming(transaction, service, organization_id);
      const human = await named("digital human", row.id, describeDigitalHuman(row));
      return { ...EMPTY, digital_humans: [human] };
    });
  },

  async get_custom_metric_as_code({ organization_id, params: { metric_id } }, service) {
    return service.write(async (transaction) => {
      const row = await requireMetric(transaction, organization_id, metric_id);
      const named = naming(transaction, service, organization_id);
      return { ...EMPTY, custom_metrics: [await named("custom metric", row.id, describeMetric(row))] };
    });
  },

  async push_as_code(request, service) {
    return push(request, service, ({ valid }) => valid);
  },

  /** Applies the document and rolls back, so the plan is exact. */
  async plan_as_code(request, service) {
    const { simulation_id, ...planned } = await push(request, service, () => false);
    const isNew = planned.actions.some((action) => action.startsWith("create simulation"));
    return { ...planned, simulation_id: isNew ? null : simulation_id };
  },
} satisfies Partial<Handlers>;

/** Adds the identity to an object's description. Creates one if it has none. */
function naming(transaction: Kysely<Database>, service: Service, organization_id: string) {
  const identities = new Identities(transaction, organization_id);
  return async <
    T extends Described<"AgentAsCode" | "SimulationAsCode" | "DigitalHumanAsCode" | "CustomMetricAsCode">,
  >(
    kind: Kind,
    id: number | string,
    described: T,
  ) => ({ bluejay_as_code_id: await identities.of(kind, id, service), ...described });
}

type Result = Output<"AsCodeResult">;

/** Rolls back a transaction. */
class Undone extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("the changes are undone");
    this.result = result;
  }
}

async function push(
  request: ApiRequest<"push_as_code"> | ApiRequest<"plan_as_code">,
  service: Service,
  isKept: (result: Result) => boolean,
): Promise<Result> {
  try {
    return await service.write(async (transaction) => {
      const result = await pushDocument(transaction, service, request);
      if (!isKept(result)) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { valid, errors, actions, simulation_id } = error.result;
    return { valid, errors, actions: valid ? actions : [], simulation_id: valid ? simulation_id : null };
  }
}
