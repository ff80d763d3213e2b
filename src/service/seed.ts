/** The initial data of a service: the organizations of seeds, or a default one. */
import type { Output } from "../contract/types.ts";
import { loadAgents } from "./seed/agents.ts";
import { refuseTwins } from "./seed/identity.ts";
import { loadMetrics } from "./seed/metrics.ts";
import { loadOrganization } from "./seed/organizations.ts";
import { type LoadedSimulation, loadDigitalHumans, loadRuns, loadSimulations } from "./seed/simulations.ts";
import { loadWebhooks } from "./seed/webhooks.ts";
import { loadWorkflows } from "./seed/workflows.ts";
import type { Service } from "./service.ts";

export interface LoadedOrganization {
  readonly name: string;
  /** Null if the key was created at an earlier start: only its hash is stored. */
  readonly api_key: string | null;
}

/** Objects with an id are loaded first, so that the store does not assign their ids to other objects. */
const PASSES = [
  ({ id }: { id?: unknown }) => id !== undefined,
  ({ id }: { id?: unknown }) => id === undefined,
];

/**
 * Stores the contents of a seed in one transaction. Existing objects stay as they are, so loading a seed twice changes
 * nothing. Rejects with `SeedFault`, and stores nothing, if the seed contradicts itself, a rule or another
 * organization.
 */
export async function loadSeed(service: Service, seed: Output<"Seed">): Promise<LoadedOrganization[]> {
  return service.write(async (transaction) => {
    const organizations = [];
    for (const organization of seed.organizations) {
      refuseTwins("agent", organization.agents);
      refuseTwins("metric", organization.metrics);
      refuseTwins("simulation", organization.simulations);
      refuseTwins("workflow", organization.workflows);
      const loaded = await loadOrganization(transaction, service, organization);
      organizations.push({ ...organization, ...loaded });
    }
    for (const pass of PASSES)
      for (const { organization_id, agents } of organizations)
        await loadAgents(transaction, service, organization_id, agents.filter(pass));
    for (const { organization_id, metrics, workflows, webhooks } of organizations) {
      await loadMetrics(transaction, service, organization_id, metrics);
      await loadWorkflows(transaction, service, organization_id, workflows);
      await loadWebhooks(transaction, service, organization_id, webhooks);
    }
    const simulations: LoadedSimulation[] = [];
    for (const pass of PASSES)
      for (const { organization_id, simulations: seeds } of organizations)
        simulations.push(
          ...(await loadSimulations(transaction, service, organization_id, seeds.filter(pass))),
        );
    for (const pass of PASSES)
      for (const simulation of simulations) {
        await loadDigitalHumans(
          transaction,
          service,
          simulation,
          simulation.seed.digital_humans.filter(pass),
        );
        await loadRuns(transaction, service, simulation, simulation.seed.runs.filter(pass));
      }
    return organizations.map(({ name, api_key }) => ({ name, api_key }));
  });
}

/** In an empty store, creates the organization "local" with a key; otherwise returns the existing ones. */
export async function ensureOrganization(service: Service): Promise<LoadedOrganization[]> {
  return service.write(async (transaction) => {
    const organizations = await transaction
      .selectFrom("organization")
      .select("name")
      .orderBy("created_at")
      .execute();
    if (organizations.length > 0) return organizations.map(({ name }) => ({ name, api_key: null }));
    const { api_key } = await loadOrganization(transaction, service, { name: "local" });
    return [{ name: "local", api_key }];
  });
}
