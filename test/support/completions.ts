import type { Recorded, Reply } from "./recorder.ts";

/** An answer of chat completions with this text. */
export function completion(
  text: string,
  usage: object | null = { prompt_tokens: 7, completion_tokens: 3 },
): Reply {
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }];
  return { body: { object: "chat.completion", choices, ...(usage && { usage }) } };
}

/** A refusal as servers with the API of OpenAI word it. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message, type: "invalid_request_error" } } };
}

/** What a request for structured output names as its format; undefined where it names none. */
export function formatOf({ body }: Recorded): string | undefined {
  return body.response_format?.type;
}
