import { usage } from "../../lib/failure.ts";

/** A language model behind a server that speaks OpenAI's chat completions. */
export interface ModelSettings {
  readonly base_url: string;
  readonly model: string;
  readonly api_key?: string;
}

/**
 * The model that the environment names; undefined without one. There is no default server: nothing is sent to
 * a server that the user did not name.
 *
 * @throws Failure (usage) if only part of it is set, or if the URL is invalid
 */
export function modelSettings(env: Readonly<Record<string, string | undefined>>): ModelSettings | undefined {
  const { PARLEY_LLM_BASE_URL: base_url, PARLEY_LLM_MODEL: model, PARLEY_LLM_API_KEY: api_key } = env;
  if (!base_url && !model) return undefined;
  if (!base_url || !model)
    throw usage(`${base_url ? "PARLEY_LLM_MODEL" : "PARLEY_LLM_BASE_URL"} is not set`, {
      hint: "a model needs PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL, and PARLEY_LLM_API_KEY if its server requires a key",
    });
  if (!URL.canParse(base_url) || !/^https?:$/.test(new URL(base_url).protocol))
    throw usage(`PARLEY_LLM_BASE_URL must be an http(s) URL, not "${base_url}"`, {
      hint: "give the part before /chat/completions, such as http://127.0.0.1:11434/v1",
    });
  return { base_url, model, ...(api_key && { api_key }) };
}
