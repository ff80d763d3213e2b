/** What has been shown and not yet been done: each plan has an id that nobody can guess, and is carried out once. */
import { randomBytes } from "node:crypto";

/** How long a plan may be carried out. */
const LIFE_MS = 60 * 60_000;
/** Plans kept at once; the oldest goes first. */
const MAXIMUM = 100;

export interface Plan {
  readonly id: string;
  /** The tool that carries it out. */
  readonly tool: string;
  /** What the tool was called with. */
  readonly input: string;
  /** What `dh plan` wrote, for the tool that applies it. */
  readonly files?: PlanFiles | undefined;
  readonly made_at: number;
}

export interface PlanFiles {
  readonly manifest: string;
  readonly plan: string;
  readonly summary: Readonly<Record<string, number>>;
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

  /** The plan with this id, if it is for this tool and this input and not too old. */
  find(id: string, tool: string, input: string): Plan | undefined {
    const plan = this.#plans.get(id);
    const fits = plan?.tool === tool && plan.input === input && performance.now() - plan.made_at < LIFE_MS;
    return fits ? plan : undefined;
  }

  remove(id: string): void {
    this.#plans.delete(id);
  }
}
