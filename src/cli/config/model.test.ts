import { describe, expect, it } from "vitest";
import { modelSettings } from "./model.ts";

const PARLEY_LLM_BASE_URL = "http://127.0.0.1:11434/v1";

describe("modelSettings", () => {
  it("names no model by itself", () => {
    expect(modelSettings({ OPENAI_API_KEY: "sk-1", PARLEY_LLM_API_KEY: "sk-2" })).toBeUndefined();
  });

  it("takes a server and a model, with a key or without", () => {
    const env = { PARLEY_LLM_BASE_URL, PARLEY_LLM_MODEL: "m" };
    expect(modelSettings(env)).toEqual({ base_url: PARLEY_LLM_BASE_URL, model: "m" });
    expect(modelSettings({ ...env, PARLEY_LLM_API_KEY: "k" })).toHaveProperty("api_key", "k");
  });

  it.each([
    [{ PARLEY_LLM_BASE_URL }, "PARLEY_LLM_MODEL is not set"],
    [{ PARLEY_LLM_MODEL: "m" }, "PARLEY_LLM_BASE_URL is not set"],
    [{ PARLEY_LLM_BASE_URL: "localhost:11434", PARLEY_LLM_MODEL: "m" }, "must be an http(s) URL"],
  ])("refuses half a model: %j", (env, message) => {
    expect(() => modelSettings(env)).toThrow(message);
  });
});
