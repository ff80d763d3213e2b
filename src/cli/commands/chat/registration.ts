/** Temporarily takes over an agent's webhook. */
import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Agent } from "../shared/find-agent.ts";
import { writeNote } from "./shared/write-note.ts";

/** A key for an agent whose webhook deliveries would otherwise not be signed. */
export const newKey = () => `whsec_${randomBytes(24).toString("base64")}`;

/** The temporary webhook settings of an agent. */
export interface Takeover {
  readonly agent_id: number;
  readonly before: Agent;
  readonly http_webhook: string;
  /** Set only if the agent has no key. */
  readonly http_webhook_key: string | undefined;
}

/** Registers the webhook, and tells the person what will be restored at the end. */
export async function takeOver(context: Context, takeover: Takeover): Promise<void> {
  const { agent_id, before, http_webhook, http_webhook_key } = takeover;
  const key = http_webhook_key === undefined ? {} : { http_webhook_key };
  await context.change("update_agent", { body: { agent_id, http_webhook, ...key } });
  await writeNote(
    context,
    `replies arrive at ${http_webhook}, temporarily the http_webhook of agent ${agent_id}; at the end it is reset to ` +
      `${before.http_webhook ?? "null"}`,
  );
}

/** Restores the old webhook, even after Ctrl-C, unless somebody else has changed it in the meantime. */
export async function giveBack(context: Context, takeover: Takeover): Promise<void> {
  const { agent_id, before, http_webhook, http_webhook_key } = takeover;
  const old = before.http_webhook ?? null;
  const client = await context.lastingClient();
  try {
    const agents = await client.call("list_agents", {});
    const now = agents.find(({ id }) => String(id) === String(agent_id));
    if (now?.http_webhook !== http_webhook) {
      await context.terminal.alert(
        `warning: someone else has changed the http_webhook of agent ${agent_id}; it was left as it is`,
      );
      return;
    }
    const key = http_webhook_key === undefined ? {} : { http_webhook_key: before.http_webhook_key ?? null };
    await client.call("update_agent", { body: { agent_id, http_webhook: old, ...key } });
    await writeNote(context, `the http_webhook of agent ${agent_id} was reset to ${old ?? "null"}`);
  } catch (error) {
    await context.terminal.alert(
      `warning: the http_webhook of agent ${agent_id} is still ${http_webhook}: ${(error as Error).message}\n` +
        `  restore it with: parley agents update ${agent_id} ${old === null ? "--unset http_webhook" : `--set http_webhook=${old}`}`,
    );
  } finally {
    await client.close();
  }
}
