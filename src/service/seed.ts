import { randomBytes } from "node:crypto";
import type { Output } from "../contract/types.ts";
import { hashKey } from "./auth.ts";
import type { Service } from "./handler.ts";
import { insertAgent } from "./rules/agents.ts";

export interface LoadedOrganization {
  readonly name: string;
  /** Null where the key was made at an earlier start: only its hash is stored. */
  readonly api_key: string | null;
}

/** A new API key: random, and recognisable as one of this service. */
export const newApiKey = () => `pk_local_${randomBytes(24).toString("base64url")}`;

/** Puts what a seed names into the store, in one transaction. What is there already stays as it is. */
export async function loadSeed(service: Service, seed: Output<"Seed">): Promise<LoadedOrganization[]> {
  return service.write(async (transaction) => {
    const loaded: LoadedOrganization[] = [];
    for (const organization of seed.organizations) {
      const api_key = organization.api_key ?? newApiKey();
      const id = service.newId();
      const created_at = service.now().toISOString();
      await transaction
        .insertInto("organization")
        .values({ id, name: organization.name, created_at })
        .execute();
      await transaction
        .insertInto("api_key")
        .values({ hash: hashKey(api_key), organization_id: id, created_at })
        .execute();
      for (const { id: agent_id, prompts, knowledge_bases, labels, ...agent } of organization.agents)
        await insertAgent(transaction, service, id, agent, agent_id);
      loaded.push({ name: organization.name, api_key });
    }
    return loaded;
  });
}
