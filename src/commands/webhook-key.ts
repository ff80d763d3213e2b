/** The key of webhook signatures, for the commands that receive them. */

import type { Context } from "../context.ts";
import { WEBHOOK_HEADERS } from "../contract/values.ts";
import { usage } from "../failure.ts";
import { parseAddress } from "../listen/address.ts";
import { list, option } from "./command.ts";
import { findAgent } from "./find-agent.ts";
import type { Parser } from "./parsers.ts";

const ENV_NAME = "PARLEY_WEBHOOK_SECRET";

export const address: Parser<ReturnType<typeof parseAddress>> = { parse: parseAddress };

export const signatureOptions = {
  secret_env: option(
    "--webhook-secret-env <name>",
    `the variable that holds the key of the signatures (default: ${ENV_NAME}; without it the agent's http_webhook_key)`,
  ),
  signature_headers: list(
    "--signature-header <name>",
    `another header that may carry the signature, beside ${WEBHOOK_HEADERS.signature}; repeatable`,
  ),
};

export const signatureHeaders = (names: readonly string[]) => [WEBHOOK_HEADERS.signature, ...names];

/**
 * The key that the environment holds. Undefined where nothing names one: then it is the agent's.
 * @throws Failure (usage) when the variable that was asked for is not set
 */
export function keyFromEnvironment({ env }: Context, name: string | undefined): string | undefined {
  const key = env[name ?? ENV_NAME];
  if (name !== undefined && !key)
    throw usage(`the variable ${name} is not set`, { where: "--webhook-secret-env" });
  return key || undefined;
}

/** The key of an agent, as E11 lists it. */
export async function keyOfAgent(context: Context, agent_id: number): Promise<string> {
  const { http_webhook_key } = await findAgent(context, agent_id);
  if (http_webhook_key) return http_webhook_key;
  throw usage(`agent ${agent_id} has no http_webhook_key to check signatures with`, {
    hint: `set ${ENV_NAME} to the key that the webhooks are signed with`,
  });
}
