import { dirname, join, relative, resolve } from "node:path";
import { counted } from "../../../engine/words/counted.ts";
import { type Detail, usage } from "../../../lib/failure.ts";
import type { CallLogFile } from "../../calls/log-file.ts";
import type { Context } from "../../context.ts";
import { withoutVariables } from "../../manifest/variables.ts";
import { bulkOptions } from "../bulk/options.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { sharedFields, sharedOptions } from "../evaluate/shared/call-options.ts";
import type { PlannedCall } from "../evaluate/shared/planned-call.ts";
import { dateTime } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { requireWritable } from "../shared/writable.ts";

const { metadata, metric, metric_tag, label, tag, webhook_tag } = sharedOptions;
const perCall = { metadata, metric, metric_tag, label, tag, webhook_tag };

export const command = defineCommand({
  about:
    "Submits the calls in logs of Retell, Vapi, ElevenLabs, LiveKit, OpenAI Realtime, Twilio ConversationRelay, " +
    "Pipecat and Bland: what their APIs and webhooks send, a page of a list, or JSON lines. The platform is " +
    "recognized by the shape of the file. Only times in the log are sent; everything that has no field of its own " +
    "is kept in the call's `metadata.source`, with secrets masked. A recording named after the log, or after the " +
    "call's id, is sent with the call; otherwise the service fetches the one that the log names. A call that has " +
    "not ended is ignored. A call is stored once, however often its log is imported; a later log that says more " +
    "replaces it. Without --agent, the log's `external_agent_id` selects the agent. " +
    "--out writes a manifest for `parley evaluate` and sends nothing.",
  args: { log: arg("<log...>", "call logs (.json, .jsonl)") },
  options: {
    agent: agentOption,
    start_time: option(
      "--start-time <time>",
      "when the call began, in UTC; only for a log that does not say",
      dateTime,
    ),
    ...perCall,
    explain: flag("--explain", "show what is read of each log, what is kept, and what is not; send nothing"),
    out: option("--out <manifest>", "write the calls to this manifest, send nothing"),
    ...bulkOptions,
    skip_invalid: flag("--skip-invalid", "submit only the valid calls; the others count as failed"),
  },
  examples: [
    ["parley import calls/*.json --agent 101", "every call of every log, each once"],
    ["parley import retell-page.json", "for the agents whose external_agent_id the log names"],
    ["parley import call.json --explain", "which of its fields are read, kept, and not read"],
    ["parley import calls/*.json --agent 101 --out calls.yaml", "a manifest to read and to evaluate later"],
  ],
  async run(context, { log, agent, start_time, out, explain, ...input }) {
    if (out !== undefined)
      await requireWritable(context, [{ option: `--out ${out}`, file: out, what: "manifest", isNew: true }]);
    const { sortLogs, callsOfLogs, notALog } = await import("../evaluate/shared/from-logs.ts");
    const { submitMany } = await import("../evaluate/shared/many.ts");
    const { logs, others } = await sortLogs(context, log);
    if (explain) return explained(logs, others.map(notALog));
    const shared = sharedFields({ ...NOTHING, ...input }, "");
    const { agent_id: _, ...fields } = shared;
    const planned = await callsOfLogs(context, logs, { agent, start_time, fields });
    const faults = [...others.map(notALog), ...planned.faults];
    if (out === undefined) {
      const more = { ...input, resend_unknown: true, refusal_reports: [] };
      const { calls: __, ...result } = await submitMany(context, { ...planned, faults }, more);
      return result;
    }
    const { refuseFaults } = await import("../../manifest/read.ts");
    if (faults.length > 0 && !(input.skip_invalid && planned.calls.length > 0)) refuseFaults(faults, {});
    await writeManifest(context, out, planned.calls);
    const count = planned.calls.length;
    return {
      data: { file: out, calls: count },
      view: { kind: "text", text: () => `${out}: ${counted(count, "call")}` },
      hint: `\`parley evaluate ${out}\` submits them`,
    };
  },
});

async function explained(logs: readonly CallLogFile[], faults: readonly Detail[]) {
  const { explainedText, explainLogs } = await import("./explain-logs.ts");
  const { refuseFaults } = await import("../../manifest/read.ts");
  if (faults.length > 0) refuseFaults(faults, {});
  const data = explainLogs(logs);
  return { data, view: { kind: "text" as const, text: () => explainedText(data) } };
}

/** Flags of single calls that the logs already answer. */
const NOTHING = {
  start_time_from: undefined,
  participant: [] as never[],
  direction: undefined,
  interface: undefined,
  ended_by: undefined,
  multichannel: false,
  no_multichannel: false,
  enable_phrase_latencies: false,
} as const;

/** @throws Failure (usage) if the file cannot be written */
async function writeManifest(context: Context, out: string, calls: readonly PlannedCall[]): Promise<void> {
  const { writeYaml } = await import("../../yaml/write.ts");
  const { writeNamedFile } = await import("../../write-files.ts");
  const path = resolve(context.cwd, out);
  const text = writeYaml(manifestOfCalls(path, calls));
  await writeNamedFile(path, text, { isNew: true }).catch((error: NodeJS.ErrnoException) => {
    throw usage(`cannot write the manifest: ${error.message}`, { where: out });
  });
}

/**
 * Calls as a manifest of kind Evaluations. Reading it gives the same calls. @param path absolute path where
 * it will be
 */
function manifestOfCalls(path: string, calls: readonly PlannedCall[]) {
  return {
    kind: "Evaluations",
    evaluations: calls.map(({ fields, files: { folder, recording_file } }) => {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const file = recording_file && relative(dirname(path), join(folder, recording_file));
      return withoutVariables({ ...given, ...(file && { recording_file: file }) });
    }),
  };
}
