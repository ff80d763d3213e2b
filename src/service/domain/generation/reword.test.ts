import { afterEach, describe, expect, test, vi } from "vitest";
import type { Generated } from "../../../engine/generation/digital-human.ts";
import { type CompletionRequest, type Model, ModelError } from "../../model/model.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { createSemaphore } from "../../semaphore.ts";
import { reword } from "./reword.ts";

const AGENT = { name: "Desk", agent_description: "", goals: [], prompt: "", knowledge_base: "" };

const callers = (count: number): Generated[] =>
  Array.from({ length: count }, (_, place) => ({
    digital_human: {
      name: `Caller ${place}`,
      tag: "load_testing",
      intent: "Book a visit",
      success_criteria: "",
      generation: { generated_by: "rules", kind: "load_testing", seed: "1", source: "Book a visit" },
    },
  }));

/** A model that answers one request at a time, using `answer`. It counts the requests. */
function modelThat(answer: (request: CompletionRequest) => Promise<string>) {
  const inSlot = createSemaphore(1);
  let asked = 0;
  const model: Model = {
    name: "m-1",
    complete: (request) =>
      inSlot(async () => {
        asked++;
        const intent = await answer(request);
        return { text: "", object: { intent }, usage: NO_USAGE, cached: false };
      }, request.signal),
    keep: async () => undefined,
  };
  return { model, asked: () => asked };
}

const intents = (made: readonly Generated[]) => made.map(({ digital_human }) => digital_human.intent);

afterEach(() => {
  vi.useRealTimers();
});

describe("reword", () => {
  test("keeps the order", async () => {
    const { model } = modelThat(async ({ messages }) =>
      String(messages[1]?.content).includes("Caller 1") ? "I'd like to visit you." : "May I come by?",
    );
    expect(intents(await reword(callers(3), AGENT, model))).toEqual([
      "May I come by?",
      "I'd like to visit you.",
      "May I come by?",
    ]);
  });

  test("ends after 45 s, with the texts that were reworded by then", async () => {
    vi.useFakeTimers();
    let first = true;
    const { model, asked } = modelThat(async ({ signal }) => {
      if (first) {
        first = false;
        return "May I come by?";
      }
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    });
    const worded = reword(callers(3), AGENT, model);
    await vi.advanceTimersByTimeAsync(44_999);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(intents(await worded)).toEqual(["May I come by?", "Book a visit", "Book a visit"]);
  });

  test("gives up on a model that fails three times in a row", async () => {
    const { model, asked } = modelThat(async () => {
      throw new ModelError("gone");
    });
    expect(await reword(callers(10), AGENT, model)).toEqual(callers(10));
    // One more may have the slot before the third failure is noticed.
    expect(asked()).toBeLessThanOrEqual(4);
  });

  test("continues after a single failure", async () => {
    let turn = 0;
    const { model, asked } = modelThat(async () => {
      if (turn++ % 3 < 2) throw new ModelError("busy");
      return "May I come by?";
    });
    const worded = await reword(callers(6), AGENT, model);
    expect(intents(worded).filter((intent) => intent === "May I come by?")).toHaveLength(2);
    expect(asked()).toBe(6);
  });

  test("waits for as many as a request makes without a warning of Node's", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const { model } = modelThat(async () => "May I come by?");
    await reword(callers(100), AGENT, model);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test("does not hide a fault of the service", async () => {
    const { model } = modelThat(async () => {
      throw new TypeError("broken");
    });
    await expect(reword(callers(1), AGENT, model)).rejects.toThrow("broken");
  });
});
