/** A plan in a file, so that exactly what was reviewed is applied. */

import { resolve } from "node:path";
import { isObject } from "../../../../contract/is-object.ts";
import { Failure, usage } from "../../../../lib/failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../../../../lib/files.ts";
import type { Context } from "../../../context.ts";
import type { Plan, Step } from "../../../plan/steps.ts";
import { escapeControls } from "../../../terminal/sanitize.ts";
import { writeNamedFile } from "../../../write-files.ts";

interface SavedPlan extends Plan {
  readonly kind: "Plan";
  readonly base_url: string;
}

export async function savePlan(path: string, base_url: string, plan: Plan): Promise<void> {
  const saved: SavedPlan = { kind: "Plan", base_url, ...plan };
  await writeNamedFile(path, `${escapeControls(JSON.stringify(saved, null, 2))}\n`).catch((error: Error) => {
    throw new Failure("failed", `cannot write the plan: ${error.message}`, { where: path });
  });
}

/** Reads a saved plan. @throws Failure (usage) if the file is not a plan, or is for another service */
export async function readSavedPlan(context: Context, file: string): Promise<Plan> {
  const saved = await readPlan(resolve(context.cwd, file), file);
  const { base_url } = await context.settings();
  if (saved.base_url !== base_url.value)
    throw usage(`the plan is for ${saved.base_url}, not for ${base_url.value}`, { where: file });
  return saved;
}

/** @throws Failure (conflict) if a plan no longer makes the same changes as the saved one */
export const refuseChange = (plan: Plan, saved: Plan): void =>
  refuseDifference(
    plan,
    saved,
    "create a new plan and review it: parley dh plan -f <manifest> --out plan.json",
  );

/** @throws Failure (conflict) naming the differences between a plan and the reviewed one */
export function refuseDifference(plan: Plan, reviewed: Plan, hint: string): void {
  const before = new Set(reviewed.steps.filter(isChange).map(toKey));
  const now = new Set(plan.steps.filter(isChange).map(toKey));
  const different = [
    ...reviewed.steps.filter((step) => isChange(step) && !now.has(toKey(step))),
    ...plan.steps.filter((step) => isChange(step) && !before.has(toKey(step))),
  ];
  if (different.length === 0) return;
  const names = new Set(
    different.map(({ name, simulation_ids }) => `${name} in simulation ${simulation_ids.join(", ")}`),
  );
  throw new Failure("conflict", "the plan has changed since it was reviewed", {
    code: "plan_changed",
    details: [...names].map((name) => ({
      where: name,
      message: "differs from what was reviewed",
    })),
    hint: `nothing was sent; ${hint}`,
  });
}

const isChange = ({ action }: Step) => action === "create" || action === "update";

/** Ignores where the manifests are stored. */
function toKey(step: Step): string {
  if (step.action === "unmanaged") return "";
  const { file: _, line: __, ...effect } = step;
  return JSON.stringify(effect);
}

async function readPlan(path: string, file: string): Promise<SavedPlan> {
  const bytes = await readNamedFile(path, BYTES_MAXIMUM.text).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? "plan file not found" : `cannot read the plan: ${error.message}`, {
      where: file,
    });
  });
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isSavedPlan(value)) return value;
  } catch {
    // For a person, "not JSON" and "not a plan" are the same fault.
  }
  throw usage("the file is not a plan", {
    where: file,
    hint: "create one with `parley dh plan -f <manifest> --out plan.json`",
  });
}

const isSavedPlan = (value: unknown): value is SavedPlan =>
  isObject(value) && value["kind"] === "Plan" && Array.isArray(value["steps"]);
