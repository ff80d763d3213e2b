import { parseJson } from "../../../contract/json.ts";
import type { Body } from "../../../contract/types.ts";
import { REPLAY_MODES } from "../../../contract/values.ts";
import { Failure, usage } from "../../../lib/failure.ts";
import type { View } from "../../render/view.ts";
import { arg, defineCommand, flag, list, option, type Result } from "../command.ts";
import { integerFrom, oneOf, type Parser, text } from "../parsers.ts";
import { requireWritable } from "../shared/writable.ts";
import { storedInstead } from "./shared/generate-extensions.ts";
import { writeManifest } from "./shared/generated-manifest.ts";
import { digitalHumanRecord, simulationsHint } from "./shared/view.ts";

interface ExpectedToolCall {
  readonly name: string;
  readonly parameters?: Record<string, unknown>;
}

/** `book_table` or `book_table={"seats": 2}`. */
const toolCall: Parser<ExpectedToolCall> = {
  parse(word) {
    const at = word.indexOf("=");
    if (at === -1) return { name: text.parse(word) };
    const parameters = parseJson(word.slice(at + 1));
    if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters))
      throw usage(`must be a tool's name, or name={"parameter": "value"}, not "${word}"`);
    return { name: text.parse(word.slice(0, at)), parameters: { ...parameters } };
  },
};

export const command = defineCommand({
  about:
    "Creates a digital human from the caller in a submitted call: what the caller wanted, knew and said. It calls " +
    "the agent again for the same reason, so a call that went wrong becomes a test. By default, the test expects " +
    "the tool calls that the agent made in the call; use --expect for what it should have done instead. --out " +
    "writes it to a manifest and stores nothing.",
  needs: ["get_call_log", "generate_digital_humans"],
  args: { call_id: arg("<call-id>", "a submitted call") },
  options: {
    simulations: list("--simulation <id>", "a simulation to add it to; repeatable", integerFrom(1)),
    mode: option(
      "--mode <mode>",
      "smart: says the recorded line that fits; strict: says every line in order; persona: only wants and knows the same",
      oneOf(REPLAY_MODES),
      "smart",
    ),
    name: option("--name <text>", "its name (default: from what the caller wanted)", text),
    success: option(
      "--success <text>",
      "when the caller has got what it wants; rules begin with @rules",
      text,
    ),
    expect: list(
      "--expect <tool=json>",
      "a tool call that the agent should make, instead of those in the call; repeatable",
      toolCall,
    ),
    expect_none: flag("--expect-none", "expect no tool calls"),
    out: option("--out <manifest>", "write it to this manifest, store nothing"),
  },
  examples: [
    [
      "parley dh from-call 8c7dcf0e-51f0-4b1e-9a9a-0d6b7e2f1a01 --simulation 7",
      "the caller, in simulation 7",
    ],
    [
      `parley dh from-call 8c7dcf0e-51f0-4b1e-9a9a-0d6b7e2f1a01 --simulation 7 --expect 'book={"day": "tuesday"}'`,
      "with what the agent should have done",
    ],
  ],
  view: digitalHumanRecord as View,
  async run(
    context,
    { call_id, simulations, mode, name, success, expect, expect_none, out },
  ): Promise<Result<unknown>> {
    if (expect_none && expect.length > 0)
      throw usage("--expect and --expect-none cannot be used together", { hint: "give one of them" });
    const [first] = simulations;
    if (out !== undefined && (first === undefined || simulations.length > 1))
      throw usage("a manifest needs one simulation", { hint: "give --simulation <id> once" });
    if (out !== undefined)
      await requireWritable(context, [{ option: `--out ${out}`, file: out, what: "manifest", isNew: true }]);
    const { requireOwnFields } = await import("../shared/offered.ts");
    // It has the service make a preview, and another one would store what it makes.
    await requireOwnFields(context, ["dh from-call"]);
    const { call_log } = await context.read("get_call_log", { params: { call_id } });
    const { agent_id } = call_log;
    const replay = {
      conversation_id: call_id,
      mode,
      ...(success !== undefined && { success_criteria: success }),
    };
    // A preview stores nothing, so --dry-run may request it too.
    const preview = await (await context.client()).call("generate_digital_humans", {
      body: { agent_id, preview: true, replay_transcript: [replay] },
    });
    const stored = storedInstead(preview.digital_humans, undefined);
    if (stored) return { data: preview, failure: stored };
    const [made] = preview.digital_humans;
    if (made === undefined)
      throw new Failure("failed", `the service made no digital human from call ${call_id}`, {
        code: "unexpected_answer",
        hint: preview.warning ?? "nothing was stored",
      });
    const whole = {
      ...(made as Readonly<Record<string, unknown>>),
      ...(name !== undefined && { name }),
      ...(expect.length > 0 && { expected_tool_calls: expect }),
      ...(expect_none && { expected_tool_calls: null }),
    };
    if (out !== undefined && first !== undefined) {
      await writeManifest(context, out, { simulation_id: String(first), digital_humans: [whole] });
      return {
        data: { file: out },
        view: { kind: "text", text: () => out },
        hint: `review ${out}, then run \`parley dh apply -f ${out}\``,
      };
    }
    const digital_human = await fieldsOf(whole);
    const body = { digital_human, simulation_ids: simulations } as Body<"create_digital_human">;
    const data = await context.change("create_digital_human", { body });
    const next = first === undefined ? "" : `; next: \`parley sim start ${first}\` has it call the agent`;
    return { data, ids: [data.digital_human.id], hint: `${simulationsHint(data)}${next}` };
  },
});

/** The fields of a preview that E4 accepts. */
async function fieldsOf(preview: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { DigitalHumanCreate } = await import("../../../contract/schemas/digital-human.ts");
  const field_names = new Set(Object.keys(DigitalHumanCreate.shape));
  return Object.fromEntries(
    Object.entries(preview).filter(([field, value]) => field_names.has(field) && value !== null),
  );
}
