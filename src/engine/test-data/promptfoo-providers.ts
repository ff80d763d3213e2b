/** What answers in a promptfoo configuration, and who asks. */
import { type Fields, fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { textOf } from "./fields.ts";
import type { Note, Place } from "./scenario.ts";
import { filled } from "./template.ts";

const OPENAI = /^openai:(?:(chat|responses):)?([\w.:/-]{1,200})$/;
const OTHER_KINDS =
  /^(?:embedding|assistant|realtime|image|moderation|completion|transcription|agents|codex)/;

/** The first provider as the agent of a test file, if it has a counterpart. */
export function agentOf(config: Fields, at: Place, notes: Note[]): Fields | undefined {
  const key = config["providers"] === undefined ? "targets" : "providers";
  const list = Array.isArray(config[key]) ? config[key] : config[key] === undefined ? [] : [config[key]];
  const [first, ...others] = list;
  if (others.length > 0)
    notes.push({
      at: [...at, key, 1],
      state: "no_counterpart",
      message: `a test file has one agent; ${others.length} more were left out`,
    });
  if (first === undefined) return undefined;
  const { id, settings } = providerOf(first);
  const [, api, model] = OPENAI.exec(id) ?? [];
  if (model === undefined || OTHER_KINDS.test(model)) {
    notes.push({
      at: [...at, key],
      state: "no_counterpart",
      message: `the provider ${JSON.stringify(id.slice(0, 100))}: say in the file how the agent is reached`,
    });
    return undefined;
  }
  const base = textOf(settings["apiBaseUrl"]) ?? "https://api.openai.com/v1";
  const tools = toolsOf(settings["tools"]);
  return {
    chat: {
      url: api === "responses" ? `${base}/responses` : base,
      model,
      api_key_env: textOf(settings["apiKeyEnvar"]) ?? "OPENAI_API_KEY",
    },
    ...(tools.length > 0 && { tools }),
  };
}

/** A provider is a name, an object with an id, or an object whose only key is the name. */
function providerOf(provider: unknown): { readonly id: string; readonly settings: Fields } {
  if (typeof provider === "string") return { id: provider, settings: {} };
  const fields = fieldsOf(provider);
  const id = textOf(fields["id"]);
  if (id !== undefined) return { id, settings: fieldsOf(fields["config"]) };
  const [name = "", inside] = Object.entries(fields)[0] ?? [];
  return { id: name, settings: fieldsOf(fieldsOf(inside)["config"]) };
}

/** The instructions of a user that a model plays. Undefined if there is none. */
export function simulatedUser(
  provider: unknown,
  vars: Fields,
): { readonly text: string } | { readonly missing: string } | undefined {
  const { id, settings } = providerOf(provider ?? "");
  if (id !== "promptfoo:simulated-user") return undefined;
  return filled(textOf(settings["instructions"]) ?? "{{instructions}}", vars);
}

const toolsOf = (tools: unknown): Fields[] =>
  itemsOf(tools).flatMap((tool) => {
    const { name, description, parameters } = fieldsOf(fieldsOf(tool)["function"] ?? tool);
    return typeof name === "string"
      ? [{ name, ...(typeof description === "string" && { description }), parameters: fieldsOf(parameters) }]
      : [];
  });
