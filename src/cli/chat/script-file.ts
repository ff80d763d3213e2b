/** Reads a script and keeps the position of each step. */
import { ScriptManifest } from "../../contract/schemas/manifests/script.ts";
import { compilePattern } from "../../engine/pattern/pattern.ts";
import type { Detail } from "../../lib/failure.ts";
import { checkDocument, pathFault } from "../manifest/check.ts";
import { kindOf, otherKind } from "../manifest/kinds.ts";
import type { Parsed } from "../manifest/parsed.ts";
import { parseFiles, refuseFaults, type Surroundings } from "../manifest/read.ts";
import type { PlacedStep } from "./script.ts";

/** @throws Failure (usage) with every fault in the file */
export async function readScript(file: string, { cwd, env }: Surroundings): Promise<PlacedStep[]> {
  const { documents, faults } = await parseFiles([file], cwd);
  const steps: PlacedStep[] = [];
  for (const parsed of documents) {
    if (kindOf(parsed) !== "Script") faults.push(otherKind(parsed, ["Script"]));
    else {
      const checked = checkDocument(parsed, ScriptManifest, env);
      faults.push(...checked.faults);
      for (const [i, step] of (checked.value?.steps ?? []).entries()) {
        const { where, frame = "" } = pathFault(parsed, ["steps", i], "");
        steps.push({ step, where: where.replace(/:\d+$/, ""), frame });
        if ("expect" in step) faults.push(...patternFaults(parsed, i, step.expect.matches));
      }
    }
  }
  if (steps.length === 0 && faults.length === 0) faults.push({ where: file, message: "contains no steps" });
  refuseFaults(faults);
  return steps;
}

function patternFaults(parsed: Parsed, step: number, pattern: string | undefined): Detail[] {
  if (pattern === undefined) return [];
  const compiled = compilePattern(pattern, "");
  return compiled.ok ? [] : [pathFault(parsed, ["steps", step, "expect", "matches"], compiled.message)];
}
