import { dirname } from "node:path";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import type { WantedDigitalHuman } from "../../manifest/digital-humans.ts";
import { makePlan, type Plan, type Present } from "../../plan/plan.ts";
import { flag, list } from "../command.ts";

export const manifestOptions = {
  file: list("-f, --file <manifest>", "a manifest of kind DigitalHumans; repeatable"),
  allow_outside: flag("--allow-outside", "let a manifest name files outside the project's folder"),
};

interface ManifestInput {
  readonly file: readonly string[];
  readonly allow_outside: boolean;
}

/** What the manifests want, and the plan that follows from what the service has. */
export async function planFor(
  context: Context,
  { file: files, allow_outside }: ManifestInput,
): Promise<{ readonly wanted: readonly WantedDigitalHuman[]; readonly plan: Plan }> {
  if (files.length === 0) throw usage("which manifest?", { hint: "give -f <manifest>" });
  const { readDigitalHumans } = await import("../../manifest/digital-humans.ts");
  const { project_file } = await context.settings();
  const project_folder = project_file && dirname(project_file);
  const wanted = await readDigitalHumans(files, context, { project_folder, allow_outside });
  refuseWorkflowTexts(wanted);
  const present = new Map<number, readonly Present[]>();
  for (const simulation_id of new Set(wanted.flatMap((one) => one.simulation_ids))) {
    const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
    present.set(simulation_id, digital_humans);
  }
  return { wanted, plan: makePlan(wanted, present) };
}

const WORKFLOW_REFUSED = [
  "intent",
  "success_criteria",
  "role_description",
  "original_transcript",
  "formatted_transcript",
] as const;

/** The service refuses these on a workflow-tagged digital human; found here, nothing is sent. */
function refuseWorkflowTexts(wanted: readonly WantedDigitalHuman[]): void {
  const details = wanted.flatMap(({ fields, entry }) =>
    fields.tag?.toLowerCase().includes("workflow")
      ? WORKFLOW_REFUSED.filter((field) => fields[field]).map((field) =>
          entry.fault(field, `the tag "${fields.tag}" makes it workflow-tagged, which takes no ${field}`),
        )
      : [],
  );
  if (details.length > 0)
    throw usage("a workflow-tagged digital human takes no texts of its own", {
      details,
      code: "manifest",
      hint: "nothing was sent",
    });
}
