import { resolve } from "node:path";
import type { Body, Output } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { defineCommand, flag, list, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { requireWritable } from "../shared/writable.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { draftLines } from "./generated-drafts.ts";
import { goal } from "./goal.ts";
import { ignoredProbes, nameUnknownOptions, storedIds, storedInstead } from "./shared/generate-extensions.ts";
import { writeManifest } from "./shared/generated-manifest.ts";

type Generation = Body<"generate_digital_humans">;
type Policy = NonNullable<Output<"GeneratedDigitalHumans">["policies"]>[number];

export const command = defineCommand({
  about:
    "The file is of kind GenerateDigitalHumans (`parley schema GenerateDigitalHumans`) or the plain body of the " +
    "request; flags override the file's fields. If the service trims the request, its warning is printed on " +
    "stderr. --preview shows what would be created and stores nothing; --out writes it to a manifest that you can " +
    "read, change and pass to `dh apply`. If the service stores them anyway, or ignores --probe, the exit code is " +
    "1. The same request with the same --seed on the same day gives the same digital humans. They are drafts to " +
    "review, not a test suite: for each goal the command says which tool it took it for, what is left to fill in, and " +
    "what such a caller can and cannot find out. A goal may name its tool: --goal 'Order a pizza (place_order)=3'.",
  options: {
    agent: agentOption,
    file: option("-f, --file <file>", "the whole request, in YAML or JSON"),
    goals: list("--goal <text=n>", "n digital humans with this goal (one without =n); repeatable", goal),
    workflows: list(
      "--workflow <id=n>",
      "n digital humans for the first n paths of this workflow (one without =n); repeatable",
      goal,
    ),
    load_testing: option("--load <n>", "digital humans for load testing", integerFrom(0)),
    red_teaming: option("--red-team <n>", "digital humans for red teaming", integerFrom(0)),
    policy_probes: option(
      "--probe <n>",
      "digital humans that try to make the agent break a rule of its prompt, one per rule",
      integerFrom(0),
    ),
    replays: list("--replay <file>", "a transcript to replay; repeatable"),
    num_runs: option("--num-runs <n>", "runs per digital human per simulation run", integerFrom(1)),
    simulation: option("--simulation <id>", "a simulation to add them to", integerFrom(1)),
    prompt: option(
      "--prompt <version|label>",
      "the prompt version to read (default: the one in production, or else the latest)",
      versionWord,
    ),
    seed: option("--seed <text>", "seed for random choices; default 1"),
    preview: flag("--preview", "show what would be created, store nothing"),
    out: option("--out <manifest>", "write what would be created to this file, store nothing"),
  },
  examples: [
    [
      `parley dh generate --agent 101 --goal "Wants a refund=3" --simulation 7`,
      "three digital humans that want a refund",
    ],
    [
      "parley dh generate --agent 101 --replay calls/refund.txt --red-team 2",
      "a replayed call and two attacks",
    ],
    [
      "parley dh generate --agent 101 --prompt candidate --probe 10 --preview",
      "for a prompt version that is not in production yet",
    ],
    ["parley dh generate -f generate.yaml --num-runs 5", "from a file, with one field set"],
    [
      "parley dh generate --agent 101 --probe 10 --red-team 9 --preview",
      "see which callers would test the agent, rule by rule and attack by attack",
    ],
    [
      "parley dh generate --agent 101 --red-team 18 --simulation 7 --out callers.yaml",
      "a manifest to review and then apply with `parley dh apply -f callers.yaml`",
    ],
  ],
  view: {
    kind: "rows",
    rows: "digital_humans",
    columns: [
      "id",
      "name",
      "tag",
      "intent",
      "language",
      { title: "manner", value: "generation.manner" },
      { title: "made from", value: "generation.source" },
    ],
    empty: "no digital humans",
  },
  async run(
    context,
    { agent, file, goals, workflows, replays, simulation, prompt, preview, out, ...fields },
  ) {
    const { checkBody } = await import("../body/read.ts");
    const { GenerateDigitalHumans } = await import("../../../contract/schemas/generation.ts");
    const written = file === undefined ? {} : await readFile(context, file);
    const agent_id = String(agent ?? written.agent_id ?? (await context.agent(agent)));
    const version = prompt && (await findVersion(context, PROMPTS, Number(agent_id), prompt));
    const named: Partial<Generation> = {
      agent_id,
      ...(version && { prompt_id: version.id }),
      ...(simulation !== undefined && { simulation_id: String(simulation) }),
      ...(goals.length > 0 && { goal_adherence: goals }),
      ...(workflows.length > 0 && {
        workflow_adherence_v2: Object.fromEntries(
          workflows.map((workflow) => [workflow.goal, workflow.num_calls]),
        ),
      }),
      ...(replays.length > 0 && { replay_transcript: await readReplays(context, replays) }),
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...((preview || out !== undefined) && { preview: true }),
    };
    const body = await checkBody("request", GenerateDigitalHumans, { ...written, ...named });
    requireSomething(body);
    const simulation_id = body.simulation_id == null ? undefined : String(body.simulation_id);
    if (out !== undefined && !simulation_id)
      throw usage("a manifest needs a simulation", { hint: "give --simulation <id>" });
    await requireWritable(
      context,
      out === undefined ? [] : [{ option: `--out ${out}`, file: out, what: "manifest", isNew: true }],
    );
    const { requireOwnFields } = await import("../shared/offered.ts");
    await requireOwnFields(context, [
      ...(out !== undefined ? ["--out"] : body.preview ? ["--preview"] : []),
      ...(body.policy_probes ? ["--probe"] : []),
    ]);
    const data = await context.change("generate_digital_humans", { body }).catch((error: unknown) => {
      throw nameUnknownOptions(error);
    });
    if (data.warning) await context.terminal.alert(`warning: ${sanitize(data.warning)}`);
    for (const note of data.notes ?? []) await context.terminal.alert(`note: ${sanitize(note)}`);
    if (body.preview)
      for (const policy of data.policies ?? []) await context.terminal.alert(policyLine(policy));
    const drafts = draftLines(data.digital_humans).map((line) => `${sanitize(line)}\n`);
    if (out !== undefined && simulation_id)
      await writeManifest(context, out, { simulation_id, digital_humans: data.digital_humans });
    if (!body.preview) {
      const ids = storedIds(data.digital_humans);
      const failure = ignoredProbes(body.policy_probes, data, true);
      return failure
        ? { data, ids, failure }
        : { data, ids, hint: `${drafts.join("")}${nextOf(simulation_id)}` };
    }
    const failure =
      storedInstead(data.digital_humans, simulation_id) ?? ignoredProbes(body.policy_probes, data, false);
    if (failure) return { data, failure };
    const next = out === undefined ? "" : `; review ${out}, then run \`parley dh apply -f ${out}\``;
    return { data, hint: `${drafts.join("")}nothing was stored${next}` };
  },
});

/**
 * Fields of a request that do not ask for digital humans. Every other field asks for some, including a field
 * that only another service knows.
 */
const SETTINGS: readonly string[] = [
  "agent_id",
  "simulation_id",
  "prompt_id",
  "knowledge_base_id",
  "traits",
  "num_runs",
  "seed",
  "preview",
];

function requireSomething(body: Generation): void {
  if (Object.keys(body).some((field) => !SETTINGS.includes(field))) return;
  throw usage(
    "nothing to generate: no --goal, --probe, --red-team, --replay or --load, and none of them in a file",
    {
      hint: `\`parley dh generate --agent ${body.agent_id} --probe 5 --red-team 5 --preview\` shows callers for the agent's prompt; nothing was sent`,
    },
  );
}

/** `policy: Never book twice. → rule: book at most once; caller: Book a table.` The rule, or why there is none, comes first. */
function policyLine({ sentence, rule, caller, why_none }: Policy): string {
  const called = caller && `caller: ${caller}`;
  const parts = rule ? [`rule: ${rule}`, called, why_none] : [why_none, called];
  return sanitize(`policy: ${sentence} → ${parts.filter(Boolean).join("; ")}`);
}

const nextOf = (simulation_id: string | undefined) =>
  simulation_id
    ? `next: \`parley sim start ${simulation_id}\` tests the agent with them`
    : "they are not in a simulation yet; `parley sim create --name <text> --digital-human <id>` creates one";

async function readFile(context: Context, file: string): Promise<Partial<Generation>> {
  const { readFields } = await import("../body/read.ts");
  const { GenerateDigitalHumansManifest } = await import(
    "../../../contract/schemas/manifests/generate-digital-humans.ts"
  );
  const { kind: _, ...body } = await readFields(
    context,
    file,
    GenerateDigitalHumansManifest.partial({ kind: true }),
  );
  return body;
}

/** `smart` is the mode in the specification's example. */
async function readReplays(
  { cwd }: Context,
  files: readonly string[],
): Promise<Generation["replay_transcript"]> {
  const { readText } = await import("../../manifest/text.ts");
  return Promise.all(
    files.map(async (file) => ({ transcript: await readText(resolve(cwd, file), file), mode: "smart" })),
  );
}
