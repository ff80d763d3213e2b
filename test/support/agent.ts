/** An agent under test: a webhook that answers every turn with the same words, and confirms the version it is told. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInAgent {
  /** For `http_webhook` of the agent's record. */
  readonly webhook: string;
  /** From now on, answers with these words, through the service at this URL. Null: says nothing. */
  says(words: string | null, service_url: string, api_key: string): void;
  close(): void;
}

export async function startAgent(): Promise<StandInAgent> {
  let answer: (simulation_result_id: string, prompt_version: number | null) => Promise<unknown> = async () =>
    undefined;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.writeHead(200).end();
    const { simulation_result_id, end_conversation, prompt_version } = JSON.parse(text);
    if (!end_conversation) await answer(simulation_result_id, prompt_version);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
    says(message, service_url, api_key) {
      answer = async (simulation_result_id, prompt_version) =>
        message !== null &&
        fetch(`${service_url}/v1/send-http-text-message`, {
          method: "POST",
          headers: { "X-API-Key": api_key, "Content-Type": "application/json" },
          body: JSON.stringify({ simulation_result_id, message, prompt_version }),
        });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
