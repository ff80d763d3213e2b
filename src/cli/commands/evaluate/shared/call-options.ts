/** A call from flags: a single call, or what all calls in a folder have in common. */
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { RECORDING_ENDINGS } from "../../../../contract/media.ts";
import { CALL_DIRECTIONS, INTERFACES, SIDES } from "../../../../contract/values.ts";
import { usage } from "../../../../lib/failure.ts";
import { START_SOURCES, timeInName } from "../../../calls/folder.ts";
import type { CallFields, CallFiles } from "../../../calls/submission.ts";
import type { Faults } from "../../../faults.ts";
import { flag, list, type Opt, option } from "../../command.ts";
import { dateTime, oneOf, pair } from "../../parsers.ts";
import { participant } from "../participant.ts";

/** Flags for a single call. */
export const oneOptions = {
  start_time: option("--start-time <time>", "when the call began, ISO 8601, UTC", dateTime),
  recording: option("--recording <file|url>", `recording: ${RECORDING_ENDINGS.join(", ")}`),
  transcript: option("--transcript <file|url>", "transcript: .json, .vtt, .srt; by URL only .json"),
  trace_id: option("--trace-id <id>", "your own identifier of the call"),
};

/** Flags for a single call or for every call in a folder. */
export const sharedOptions = {
  start_time_from: option(
    "--start-time-from <source>",
    "mtime: when the recording (or else the transcript) was last written; name: the UTC time in its name, such as 20261101-120000",
    oneOf(START_SOURCES),
  ),
  participant: list(
    "--participant <key=value,...>",
    "role=…,spoke_first=true|false,name=…,phone_number=…; give two, or leave it out for AGENT and USER",
    participant,
  ),
  metadata: list("--metadata <key=value>", "a variable for custom metrics; repeatable", pair),
  metric: list("--metric <uuid>", "an additional custom metric; repeatable"),
  metric_tag: list("--metric-tag <tag>", "adds the custom metrics with this tag; repeatable"),
  label: option("--label <label>", "selects the prompt and knowledge base (default: production)"),
  tag: list("--tag <tag>", "a tag for the call; repeatable"),
  webhook_tag: option("--webhook-tag <tag>", "the webhook that receives the evaluation"),
  direction: option(
    "--direction <direction>",
    "from the agent's side (default: INBOUND)",
    oneOf(CALL_DIRECTIONS),
  ),
  interface: option(
    "--interface <interface>",
    "how the conversation took place (default: PHONE)",
    oneOf(INTERFACES),
  ),
  ended_by: option("--ended-by <side>", "who ended the conversation", oneOf(SIDES)),
  multichannel: flag("--multichannel", "each participant has a channel (default for a stereo WAV file)"),
  no_multichannel: flag("--no-multichannel", "the participants share the channels of a stereo WAV file"),
  enable_phrase_latencies: flag("--enable-phrase-latencies", "track phrase latencies"),
};

type ValueOf<O> = O extends Opt<infer T> ? T : never;
export type SharedInput = { readonly [K in keyof typeof sharedOptions]: ValueOf<(typeof sharedOptions)[K]> };
export type CallInput = SharedInput & {
  readonly [K in keyof typeof oneOptions]: ValueOf<(typeof oneOptions)[K]>;
};

export interface Call {
  readonly fields: CallFields;
  readonly files: CallFiles;
}

/**
 * Collects everything that is wrong in `faults`. A call needs a start time, a recording or transcript, and
 * either two participants or none. A faulty field is left out of the call, so that the call's other files can
 * still be checked.
 */
export async function toCall(
  input: CallInput,
  agent_id: string,
  folder: string,
  faults: Faults,
): Promise<Call> {
  const recording = await faults.of(() => source(input.recording, "--recording", RECORDING_ENDINGS));
  const transcript = await faults.of(() => source(input.transcript, "--transcript", [".json"]));
  await faults.of(() => {
    if (!input.recording && !input.transcript)
      throw usage("a call needs a recording or a transcript", {
        hint: "give --recording, --transcript, or both",
      });
  });
  const files = { recording_file: recording?.file, transcript_file: transcript?.file, folder };
  const shared = await faults.of(() => sharedFields(input, agent_id));
  const start_time_utc = await faults.of(() => startTime(input, files));
  return {
    files,
    fields: {
      agent_id,
      ...shared,
      start_time_utc: start_time_utc ?? "",
      recording_url: recording?.url,
      transcript_url: transcript?.url,
      trace_id: input.trace_id,
    },
  };
}

/** @throws Failure (usage) unless two participants are given, or none */
export function sharedFields(input: SharedInput, agent_id: string): Omit<CallFields, "start_time_utc"> {
  if (input.participant.length !== 0 && input.participant.length !== 2)
    throw usage(`a call has exactly 2 participants, not ${input.participant.length}`, {
      hint: "give --participant twice, or leave it out for AGENT and USER",
    });
  return {
    agent_id,
    participants: listed(input.participant),
    call_direction: input.direction,
    interface: input.interface,
    tags: listed(input.tag),
    metadata: input.metadata.length > 0 ? Object.fromEntries(input.metadata) : undefined,
    webhook_tag: input.webhook_tag,
    custom_metrics: listed(input.metric),
    custom_metric_tags: listed(input.metric_tag),
    label: input.label,
    enable_phrase_latencies: input.enable_phrase_latencies || undefined,
    conversation_ended_by: input.ended_by,
    multichannel: input.multichannel || (input.no_multichannel ? false : undefined),
  };
}

const listed = <T>(items: readonly T[]): T[] | undefined => (items.length > 0 ? [...items] : undefined);

/** A URL is sent to the service unchanged. A file is read here. */
function source(given: string | undefined, flagName: string, formats: readonly string[]) {
  if (given === undefined || !/^https?:\/\//i.test(given)) return { file: given };
  const path = URL.canParse(given) ? new URL(given).pathname.toLowerCase() : "";
  if (!formats.some((format) => path.endsWith(format)))
    throw usage(`the path of the URL must end in ${formats.join(", ")}`, { where: `${flagName} ${given}` });
  return { url: given };
}

async function startTime({ start_time, start_time_from }: CallInput, files: CallFiles): Promise<string> {
  if (start_time && start_time_from)
    throw usage("--start-time and --start-time-from cannot be used together", { hint: "give one of them" });
  if (start_time) return start_time;
  if (!start_time_from)
    throw usage("no start time for the call", {
      hint: "give --start-time 2026-11-01T12:00:00Z, or --start-time-from mtime",
    });
  const file = files.recording_file ?? files.transcript_file;
  if (!file)
    throw usage(`--start-time-from ${start_time_from} needs a file`, { hint: "give --start-time instead" });
  if (start_time_from === "name") {
    const time = timeInName(basename(file));
    if (time) return time;
    throw usage("the file name contains no time such as 20261101-120000", {
      where: file,
      hint: "give --start-time",
    });
  }
  const { mtime } = await stat(resolve(files.folder, file)).catch((error: NodeJS.ErrnoException) => {
    const missing = `${files.recording_file ? "recording" : "file"} not found`;
    throw usage(error.code === "ENOENT" ? missing : `cannot read the file: ${error.message}`, {
      where: file,
    });
  });
  return mtime.toISOString();
}
