import type { Paint } from "../terminal/colour.ts";
import type { Change, Plan, Step } from "./plan.ts";

const MARKS = { create: "+", update: "~", unchanged: "=", unmanaged: "?" } as const;
const STYLES = { "+": "green", "~": "yellow", "=": "dim", "?": "dim" } as const;

/** A plan for a person: a line a digital human, a line a changed field, and the sum. */
export function planText(plan: Plan): string {
  const { create, update, unchanged, unmanaged } = plan;
  const sum = `${create} to create, ${update} to update, ${unchanged} unchanged, ${unmanaged} not in the manifest`;
  return [...plan.steps.map(stepText), sum].join("\n");
}

/** The same in colour: a line by its mark. */
export function paintPlan(text: string, paint: Paint): string {
  return text.replace(/^([+~=?]) .*$/gm, (line, mark: keyof typeof STYLES) => paint[STYLES[mark]](line));
}

function stepText({ action, name, id, simulation_ids, changes }: Step): string {
  const place = id === null ? `in simulation ${simulation_ids.join(", ")}` : `(${id})`;
  const head = `${MARKS[action]} ${action.padEnd(9)} ${name || "without a name"} ${place}`;
  return action === "update" ? [head, ...changes.map(changeText)].join("\n") : head;
}

const changeText = ({ field, old, new: wanted }: Change) => `    ${field}: ${short(old)} → ${short(wanted)}`;

/** Long texts are cut where they begin to differ from what a line holds; JSON output has them whole. */
const SHOWN_MAXIMUM = 60;
function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_MAXIMUM ? `${text.slice(0, SHOWN_MAXIMUM)}…` : text;
}
