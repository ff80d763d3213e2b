/** The key for webhook signatures, for the commands that receive webhooks. */
import { PUBLISHED_WEBHOOK_HEADERS, WEBHOOK_HEADERS } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { parseAddress } from "../../listen/address.ts";
import { list, option } from "../command.ts";
import type { Parser } from "../parsers.ts";
import { findAgent } from "./find-agent.ts";

const ENV_NAME = "PARLEY_WEBHOOK_SECRET";

export const address: Parser<ReturnType<typeof parseAddress>> = { parse: parseAddress };

export const signatureOptions = {
  secret_env: option(
    "--webhook-secret-env <name>",
    `environment variable with the signature key (default: ${ENV_NAME}; if unset, the agent's http_webhook_key)`,
  ),
  signature_headers: list(
    "--signature-header <name>",
    `another header that may carry the signature, besides ${WEBHOOK_HEADERS.signature} and ${PUBLISHED_WEBHOOK_HEADERS.signature}; repeatable`,
  ),
};

export const signatureHeaders = (names: readonly string[]) => [
  WEBHOOK_HEADERS.signature,
  PUBLISHED_WEBHOOK_HEADERS.signature,
  ...names,
];

/**
 * The key from the environment. Undefined if none is set: then the agent's key is used.
 * @throws Failure (usage) if the requested variable is not set
 */
export function keyFromEnvironment({ env }: Context, name: string | undefined): string | undefined {
  const key = env[name ?? ENV_NAME];
  if (name !== undefined && !key)
    throw usage(`the environment variable ${name} is not set`, { where: "--webhook-secret-env" });
  return key || undefined;
}

/** An agent's key, from E11. */
export async function keyOfAgent(context: Context, agent_id: number): Promise<string> {
  const { http_webhook_key } = await findAgent(context, agent_id);
  if (http_webhook_key) return http_webhook_key;
  throw usage(`agent ${agent_id} has no http_webhook_key for checking signatures`, {
    hint: `set ${ENV_NAME} to the key that signs the webhooks`,
  });
}
