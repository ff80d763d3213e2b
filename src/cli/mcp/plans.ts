/**
 * Plans that were shown and have not been carried out yet. Each has an id that cannot be guessed, and is
 * carried out only once.
 */
import { randomBytes } from "node:crypto";

/** How long a plan stays valid. */
const LIFE_MS = 60 * 60_000;
/** How many plans are kept at once. The oldest is dropped first. */
const MAXIMUM = 100;

export interface Plan {
  readonly id: string;
  /** The tool that carries out the plan. */
  readonly tool: string;
  /** The input that the tool was called with. */
  readonly input: string;
  /** What the tool that applies plans needs. */
  readonly files?: PlanFiles | undefined;
  readonly made_at: number;
}

export type PlanFiles = CallersPlan | PoliciesPlan;

/** The output of `dh plan`. */
interface CallersPlan {
  readonly kind: "callers";
  readonly manifest: string;
  readonly plan: string;
  readonly summary: Readonly<Record<string, number>>;
  /** The digital humans that it creates or changes. */
  readonly names: readonly string[];
}

/** Decisions on the policies of a prompt version. */
interface PoliciesPlan {
  readonly kind: "policies";
  readonly manifest: string;
  readonly agent_id: number;
  readonly version: number;
  /** What becomes of the policies that are binding, a sentence each. */
  readonly changes: readonly string[];
}

export class Plans {
  readonly #plans = new Map<string, Plan>();

  make(tool: string, input: string, files?: PlanFiles): Plan {
    const plan = { id: randomBytes(12).toString("hex"), tool, input, files, made_at: performance.now() };
    this.#plans.set(plan.id, plan);
    for (const id of this.#plans.keys()) {
      if (this.#plans.size <= MAXIMUM) break;
      this.#plans.delete(id);
    }
    return plan;
  }

  /** The plan with this id, if it is for this tool and this input and is not too old. */
  find(id: string, tool: string, input: string): Plan | undefined {
    const plan = this.#plans.get(id);
    const fits = plan?.tool === tool && plan.input === input && performance.now() - plan.made_at < LIFE_MS;
    return fits ? plan : undefined;
  }

  /** Whether it was still there: of two that ask at the same time, one carries the plan out. */
  take(id: string): boolean {
    return this.#plans.delete(id);
  }
}
