import type { Body } from "../../contract/types.ts";
import { EXIT_CODES, Failure } from "../../lib/failure.ts";
import { cacheFolder } from "../config/paths.ts";
import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { defineCommand, flag, option } from "./command.ts";
import { unknownOptions } from "./shared/manifest-options.ts";

type Document = Body<"push_as_code">;
interface Result {
  readonly valid: boolean;
  readonly errors: readonly string[];
  readonly actions: readonly string[];
  readonly simulation_id: number | null;
}

export const command = defineCommand({
  needs: ["push_as_code"],
  about:
    "Makes a simulation, its agent, digital humans and custom metrics match a document from `parley pull`: shows " +
    "the plan, asks, then applies all changes or none. An object whose bluejay_as_code_id the service does not " +
    "know is created. Fields that the document does not name stay unchanged; digital humans and metrics that it " +
    "does not name are detached, not deleted. A service other than Parley's own shows no plan.",
  options: {
    file: option("-f, --file <file>", "the document, in YAML or JSON; required"),
    plan: flag("--plan", "show the plan and change nothing"),
    detailed_exitcode: flag("--detailed-exitcode", "with --plan: exit with 9 if something would change"),
    ...unknownOptions,
  },
  examples: [
    ["parley push -f simulation.yaml", "shows the plan and asks"],
    [
      "parley push -f simulation.yaml --plan --detailed-exitcode",
      "in a pipeline: exits with 9 if something differs",
    ],
    ["parley push -f simulation.yaml --yes", "without asking"],
  ],
  view: { kind: "text", wraps: true, text: describe },
  async run(context, { file, plan: only, detailed_exitcode, strict, allow_unknown }) {
    const body = await readDocument(context, file, { strict, allow_unknown });
    if (only) {
      const data = requireValid(await context.read("plan_as_code", { body }));
      const changes = data.actions.length > 0;
      return {
        data,
        exitCode: detailed_exitcode && changes ? EXIT_CODES.gate : EXIT_CODES.done,
        ...(changes && { hint: "to apply it, run the command without --plan" }),
      };
    }
    if (!context.isDryRun) {
      await context.requireConfirmable("Push the document?");
      const planned = await plan(context, body);
      if (planned?.actions.length === 0) return { data: planned };
      if (planned && !context.globals.quiet)
        await context.terminal.alert(sanitize(describe(planned)).trimEnd());
      await context.confirm(planned ? "Do this?" : "Push the document? This service cannot show a plan.");
    }
    const data = requireValid(await context.change("push_as_code", { body }));
    return { data, ids: data.simulation_id === null ? [] : [data.simulation_id] };
  },
});

async function readDocument(
  context: Context,
  file: string | undefined,
  options: { readonly strict: boolean; readonly allow_unknown: boolean },
): Promise<Document> {
  if (file === undefined) throw new Failure("usage", "no document given", { hint: "give -f <file>" });
  const { AsCode } = await import("../../contract/schemas/as-code.ts");
  const { readBody } = await import("./body/read.ts");
  return readBody(context, { noun: "document", schema: AsCode, file, set: [], ...options });
}

/** What would be done; undefined if the service cannot tell. */
async function plan(context: Context, body: Document): Promise<Result | undefined> {
  const { requireOffered } = await import("./shared/offered.ts");
  const folder = cacheFolder(context.env, context.platform);
  try {
    await requireOffered(context, { needs: ["plan_as_code"], folder });
  } catch (error) {
    if (error instanceof Failure && error.options.code === "not_offered") return undefined;
    throw error;
  }
  return requireValid(await context.read("plan_as_code", { body }));
}

/** @throws Failure (refused) with every error of the document */
function requireValid(result: Result): Result {
  if (result.valid) return result;
  throw new Failure("refused", "the service refuses the document", {
    details: result.errors.map((message) => ({ where: "", message })),
    hint: "nothing was changed",
  });
}

function describe({ actions, simulation_id }: Result): string {
  const place = simulation_id === null ? "" : `simulation ${simulation_id}\n`;
  return `${place}${actions.length === 0 ? "nothing to change" : actions.map((action) => `- ${action}`).join("\n")}\n`;
}
