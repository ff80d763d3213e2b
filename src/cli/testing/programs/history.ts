/** What was said in each conversation, for agents that keep nothing themselves. */
import { readAgentAnswer } from "../../../contract/agent-answer.ts";
import type { Said } from "../../manifest/scripted-callers.ts";

export class Histories {
  readonly #said = new Map<string, Said[]>();

  /** Adds the caller's turn, and returns the whole conversation. @param given what came before its first turn */
  heard(id: string, content: string, given: readonly Said[]): readonly Said[] {
    const said = this.#said.get(id) ?? [...given];
    said.push({ role: "user", content });
    this.#said.set(id, said);
    return [...said];
  }

  answered(id: string, answer: string): void {
    for (const { message } of readAgentAnswer(answer) ?? [])
      if (typeof message === "string" && message !== "")
        this.#said.get(id)?.push({ role: "assistant", content: message });
  }

  forget(id: string): void {
    this.#said.delete(id);
  }
}
