import type { Answer, Body, Lenient } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { Openness } from "../../manifest/openness.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand, list } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { createdView } from "../shared/created.ts";
import { warning } from "../shared/manifest-options.ts";
import { simulationsHint } from "./shared/view.ts";

export const command = defineCommand({
  about:
    "Reads the fields from a file, from --set, or both; with neither, at a terminal, it asks. The file is of kind " +
    "DigitalHuman (`parley schema DigitalHuman`) or the plain body of the request. The paths of --set begin " +
    "inside the digital human; a value has the type of its field: text, a number, true or false, or JSON for a " +
    "list or an object.",
  options: {
    ...bodyOptions,
    simulation_ids: list(
      "--simulation <id>",
      "a simulation to add it to, instead of those in the file; repeatable",
      integerFrom(1),
    ),
  },
  examples: [
    [
      "parley dh create --set name='Refund, angry' --set intent='Wants a refund' --set creativity=0.3 --simulation 7",
      "from flags",
    ],
    ["parley dh create -f refund.yaml --set language=es", "from a file, with one field set"],
    ["parley dh create", "asks for name, intent, success criteria and simulation"],
  ],
  view: createdView(
    "digital human",
    ({ digital_human: { id, name } }: Lenient<Answer<"create_digital_human">>) => ({ id, name }),
    "digital_human",
  ),
  async run(context, { file, set, simulation_ids, strict, allow_unknown }) {
    const { CreateDigitalHuman, DigitalHumanCreate } = await import(
      "../../../contract/schemas/digital-human.ts"
    );
    const { applyChanges } = await import("../body/changes.ts");
    const { checkBody } = await import("../body/read.ts");
    const body = await warning(context, { strict, allow_unknown }, async (openness) => {
      const written = await given(context, file, set.length > 0, simulation_ids, openness);
      const changes = applyChanges(DigitalHumanCreate, written.digital_human, { set }, openness);
      const whole = {
        ...written,
        digital_human: changes.body,
        ...(simulation_ids.length > 0 && { simulation_ids }),
      };
      return checkBody("digital human", CreateDigitalHuman, whole, { faults: changes.faults, openness });
    });
    const data = await context.change("create_digital_human", { body });
    const { id } = data.digital_human;
    return { data, ids: [id], hint: `${simulationsHint(data)}${nextOf(data)}` };
  },
});

const nextOf = ({ simulation_ids, digital_human }: Lenient<Answer<"create_digital_human">>) =>
  simulation_ids?.[0] === undefined
    ? ""
    : `; next: \`parley chat --new ${simulation_ids[0]} --digital-human ${digital_human.id}\` lets you speak with it`;

/** What --set changes: the file, an empty body, or the answers of the person at the terminal. */
async function given(
  context: Context,
  file: string | undefined,
  isSet: boolean,
  simulation_ids: readonly number[],
  openness: Openness,
): Promise<Body<"create_digital_human">> {
  if (file !== undefined) {
    const { readNew } = await import("./shared/file.ts");
    return readNew(context, file, openness);
  }
  if (isSet) return { digital_human: {} };
  return ask(context, simulation_ids.length === 0);
}

async function ask(context: Context, forSimulation: boolean): Promise<Body<"create_digital_human">> {
  const { terminal, signal } = context;
  if (context.isDryRun || !terminal.isInteractive)
    throw usage("no digital human given", {
      hint: "give -f <file>, or the fields: --set name=<text> --set intent=<text>",
    });
  const { askText } = await import("../../terminal/prompts.ts");
  const question = (message: string, flag: string) => askText(terminal, { message, flag, signal });
  const name = await question("Name", "--set name=<text>");
  const intent = await question("Intent: what does the caller want?", "--set intent=<text>");
  const success_criteria = await question("What counts as success?", "--set success_criteria=<text>");
  const simulation = forSimulation
    ? await question("Simulation id (leave empty for none)", "--simulation <id>")
    : "";
  return {
    digital_human: { name, intent, success_criteria },
    ...(simulation !== "" && { simulation_ids: [readId(simulation)] }),
  };
}

function readId(text: string): number {
  try {
    return integerFrom(1).parse(text.trim());
  } catch {
    throw usage(`"${text}" is not a valid simulation id: it must be a number`, { hint: "nothing was sent" });
  }
}
