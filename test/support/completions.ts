import type { Recorded, Reply } from "./recorder.ts";

/** A chat completion with this text. */
export function completion(
  text: string,
  usage: object | null = { prompt_tokens: 7, completion_tokens: 3 },
): Reply {
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }];
  return { body: { object: "chat.completion", choices, ...(usage && { usage }) } };
}

/** A refusal in the format of OpenAI's API. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message, type: "invalid_request_error" } } };
}

/** The format in a request for structured output. Undefined without one. */
export function formatOf({ body }: Recorded): string | undefined {
  return body.response_format?.type;
}
