/** A plan as text for a person. */
import type { Change } from "./changes.ts";
import type { Plan, Step, UpdateStep } from "./steps.ts";

/** Values up to this length are shown on one line, old → new. */
const SHORT = 60;

/** The fields that can serve as the title. */
const NAMES = ["test_name", "name"];

/** One paragraph per digital human, then a line of counts. */
export async function planText({ steps, summary }: Plan): Promise<string> {
  const parts: string[] = [];
  for (const step of steps) parts.push(await stepText(step));
  const hidden = unseenText(steps);
  if (hidden !== "") parts.push(hidden);
  return `${[...parts, countsText(summary)].join("\n")}\n`;
}

/** How many lines of a brief plan are about digital humans, and how long each may be. */
const BRIEF_LINES = 40;
const BRIEF_LINE = 200;

/** The beginning of what a plan changes, for a question, then a line of counts. */
export async function briefPlanText({ steps, summary }: Plan): Promise<string> {
  const shown: string[] = [];
  const changing = steps.filter(({ action }) => action === "create" || action === "update");
  for (const [place, step] of changing.entries()) {
    const room = BRIEF_LINES - shown.length;
    if (room <= 0) {
      shown.push(
        `… and ${changing.length - place} more; \`parley dh plan\` with the same manifests shows everything`,
      );
      break;
    }
    const lines = (await stepText(step)).split("\n");
    shown.push(...lines.slice(0, room).map(briefLine), ...(lines.length > room ? [indent("…")] : []));
  }
  return `${[...shown, countsText(summary)].join("\n")}\n`;
}

const briefLine = (line: string) => (line.length > BRIEF_LINE ? `${line.slice(0, BRIEF_LINE)}…` : line);

const countsText = ({ create, update, unchanged, unmanaged }: Plan["summary"]) =>
  `${create} to create, ${update} to update, ${unchanged} unchanged, ${unmanaged} unmanaged`;

async function stepText(step: Step): Promise<string> {
  switch (step.action) {
    case "create": {
      const lines = Object.entries(step.body.digital_human)
        .filter(([field, value]) => !(NAMES.includes(field) && value === step.name))
        .map(([field, value]) => indent(`${field}: ${inline(value)}`));
      return [`+ create ${title(step)}  ${step.file}:${step.line}`, ...lines].join("\n");
    }
    case "update":
      return [`~ update ${title(step)}  ${step.file}:${step.line}`, ...(await updateLines(step))].join("\n");
    case "unchanged":
      return `= unchanged ${title(step)}`;
    case "unmanaged":
      return `? unmanaged ${title(step)}: left unchanged`;
  }
}

async function updateLines(step: UpdateStep): Promise<string[]> {
  const changes = await Promise.all(step.changes.map(changeText));
  return [
    ...changes,
    ...step.unseen.map((field) =>
      indent(
        `${field}: ${inline((step.body as Record<string, unknown>)[field])} (the service does not show it)`,
      ),
    ),
    ...(step.attach.length > 0 ? [indent(`simulation_ids: + ${step.attach.join(", ")}`)] : []),
  ];
}

/** Fields of unchanged digital humans that may still differ. */
function unseenText(steps: readonly Step[]): string {
  const fields = new Set(steps.flatMap((step) => (step.action === "unchanged" ? step.unseen : [])));
  if (fields.size === 0) return "";
  return `not compared, because the service does not show it: ${[...fields].join(", ")}; set it with \`parley dh update\``;
}

async function changeText({ field, from, to }: Change): Promise<string> {
  if ([from, to].every((value) => text(value).length <= SHORT && !text(value).includes("\n")))
    return indent(`${field}: ${inline(from)} → ${inline(to)}`);
  const { structuredPatch } = await import("diff");
  const { hunks } = structuredPatch("", "", lines(from), lines(to), "", "", { context: 1 });
  const rows = hunks.flatMap((hunk, i) => [...(i > 0 ? ["…"] : []), ...hunk.lines]);
  return [indent(`${field}:`), ...rows.map((row) => indent(indent(row)))].join("\n");
}

const title = (step: Step) => {
  const id = "id" in step ? ` (${step.id})` : "";
  return `${step.name ?? "unnamed"}${id} in simulation ${step.simulation_ids.join(", ")}`;
};

const indent = (line: string) => `    ${line}`;
const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const lines = (value: unknown) =>
  `${typeof value === "string" ? value.trimEnd() : JSON.stringify(value, null, 2)}\n`;

/** A value on one line. */
const inline = (value: unknown) => JSON.stringify(value);
