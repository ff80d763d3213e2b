/** The steps of a world's tools as people know them: numbered within their tool, with what a call needs to reach them. */
import type { Step } from "./tree.ts";
import type { World, WorldForm } from "./world.ts";

/** A step, or the failure of a `require`: both are ways that a call can take. */
export interface WorldStep {
  readonly tool: string;
  /** From 1, in the order of the text. Steps within `if` and `for each` follow it. */
  readonly step: number;
  /** Whether it is the failure of this `require`, instead of its success. */
  readonly fails: boolean;
  readonly text: string;
  /** What reaches it, such as a call in which `slot` holds. Null if each call does. */
  readonly needs: string | null;
}

/** Which steps the calls of a tool took. */
export interface StepsTaken {
  readonly tool: string;
  /** A `require` is among them once its condition held. */
  readonly ran: readonly number[];
  /** Each `require` whose condition was false. */
  readonly failed: readonly number[];
}

/** The longest text of a step that is shown. */
const TEXT_MAXIMUM = 200;

/** A step number `n` is `flatSteps(steps)[n - 1]`. */
export const flatSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [step, ...insideOf(step).flatMap(flatSteps)]);

const insideOf = (step: Step): readonly (readonly Step[])[] =>
  step.kind === "if" ? [step.steps, step.otherwise] : step.kind === "each" ? [step.steps] : [];

/** Everything that calls of a world's tools can reach. */
export const stepsOfWorld = ({ tools }: WorldForm, world: World): WorldStep[] =>
  tools.flatMap((form) => {
    const steps = world.tools.get(form.name)?.steps ?? [];
    const texts = textsOf(form, steps);
    const numbers = new Map([...texts.keys()].map((step, at) => [step, at + 1]));
    return waysOf(steps, texts, null).map(({ step, ...way }) => ({
      tool: form.name,
      step: numbers.get(step) ?? 0,
      ...way,
    }));
  });

/** The text of each step, in their order. */
function textsOf({ steps: text = "", answer }: WorldForm["tools"][number], steps: readonly Step[]) {
  const flat = flatSteps(steps);
  return new Map(
    flat.map((step, at) => {
      const isLast = at === flat.length - 1;
      if (isLast && answer !== undefined) return [step, shown(`answer ${answer}`)];
      // The text of `answer` is another one, so its step begins nowhere in this one.
      const end = isLast || (answer !== undefined && at === flat.length - 2) ? undefined : flat[at + 1]?.at;
      return [step, shown(text.slice(step.at, end))];
    }),
  );
}

/** In one line, without the words that close a block. */
function shown(text: string): string {
  const lines = text.slice(0, 10 * TEXT_MAXIMUM).split("\n");
  const words = lines.flatMap((line) => (line.trimStart().startsWith("#") ? [] : line.split(/\s/)));
  while (["", ";", "end", "else"].includes(words.at(-1) ?? "-")) words.pop();
  const line = words.filter((word) => word !== "").join(" ");
  const whole = line.endsWith(";") ? line.slice(0, -1) : line;
  return whole.length > TEXT_MAXIMUM ? `${whole.slice(0, TEXT_MAXIMUM - 1)}…` : whole;
}

type Way = Omit<WorldStep, "tool" | "step"> & { readonly step: Step };

function waysOf(steps: readonly Step[], texts: ReadonlyMap<Step, string>, given: string | null): Way[] {
  let needs = given;
  return steps.flatMap((step) => {
    const text = texts.get(step) ?? "";
    switch (step.kind) {
      case "require": {
        const condition = between(text, "require ", " or fail with ");
        needs = inWhich(condition, "holds");
        return [
          { step, fails: false, text, needs },
          { step, fails: true, text, needs: inWhich(condition, "doesn't hold") },
        ];
      }
      case "if": {
        const condition = between(text, "if ", " do");
        return [
          { step, fails: false, text, needs },
          ...waysOf(step.steps, texts, inWhich(condition, "holds")),
          ...waysOf(step.otherwise, texts, inWhich(condition, "doesn't hold")),
        ];
      }
      case "each":
        return [
          { step, fails: false, text, needs },
          ...waysOf(step.steps, texts, inWhich(between(`${text} `, " in ", " do "), "has an item")),
        ];
      default:
        return [{ step, fails: false, text, needs }];
    }
  });
}

const inWhich = (condition: string, becomes: string) => `a call in which ${condition} ${becomes}`;

/** What is between two words of a step, in quotes. */
function between(text: string, before: string, after: string): string {
  const lower = text.toLowerCase();
  const begin = Math.max(0, lower.indexOf(before)) + before.length;
  const end = lower.indexOf(after, begin);
  return `\`${text.slice(begin, end < 0 ? undefined : end).trim()}\``;
}

/** What several calls took, a tool once. */
export function stepsTaken(
  calls: readonly {
    readonly tool: string;
    readonly ran?: readonly number[] | undefined;
    readonly failed?: number | undefined;
  }[],
): StepsTaken[] {
  const tools = new Map<string, { readonly ran: Set<number>; readonly failed: Set<number> }>();
  for (const { tool, ran = [], failed } of calls) {
    if (ran.length === 0 && failed === undefined) continue;
    const taken = tools.get(tool) ?? { ran: new Set(), failed: new Set() };
    tools.set(tool, taken);
    for (const step of ran) taken.ran.add(step);
    if (failed !== undefined) taken.failed.add(failed);
  }
  return [...tools].map(([tool, { ran, failed }]) => ({ tool, ran: inOrder(ran), failed: inOrder(failed) }));
}

const inOrder = (steps: ReadonlySet<number>) => [...steps].toSorted((a, b) => a - b);
