/** Responses of an agent that say something, but have nothing that an answer has. */
import { readAgentAnswer } from "../../../contract/agent-answer.ts";
import { SendHttpTextMessage } from "../../../contract/schemas/text-message.ts";
import { excerpt } from "../trouble.ts";

const FIELDS: ReadonlySet<string> = new Set(Object.keys(SendHttpTextMessage.shape));

/**
 * Says that a response has no message, and how it begins: the usual mistake of a first agent. Undefined if it is empty,
 * or has a field of an answer.
 */
export function unreadIn(response: string): string | undefined {
  const said = excerpt(response);
  if (said === "" || said === "{}") return undefined;
  const objects = readAgentAnswer(response);
  const isAnswer = (fields: object) => Object.keys(fields).some((name) => FIELDS.has(name));
  if (objects && (objects.length === 0 || objects.some(isAnswer))) return undefined;
  return `its response has no message: ${objects ? said : JSON.stringify(said)}; an answer is a JSON object with \`message\`, \`tool_calls\` or \`end_conversation\``;
}
