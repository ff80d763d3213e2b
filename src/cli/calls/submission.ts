/** Makes a request of E2 from the fields of a call and the names of its files. */
import { resolve } from "node:path";
import type { BodyStream } from "../../client/prepare.ts";
import type { Body } from "../../contract/types.ts";
import { spokeFirst } from "../../engine/transcript/speaker-labels.ts";
import { Failure } from "../../lib/failure.ts";
import type { Note } from "./notes.ts";
import { inspectRecording, type Recording } from "./recording.ts";
import { streamWithRecording } from "./stream.ts";
import { readTranscript } from "./transcript.ts";

/** Fields of E2 as a person or a manifest gives them. Missing fields come from the files or are defaults. */
export type CallFields = Omit<Body<"evaluate">, "participants" | "recording_base64"> &
  Partial<Pick<Body<"evaluate">, "participants">>;

/** Files of a call, relative to `folder`. */
export interface CallFiles {
  readonly recording_file?: string | undefined;
  readonly transcript_file?: string | undefined;
  readonly folder: string;
  /**
   * The folder that the files must be in whenever they are opened; undefined if a person named the files
   * themselves.
   */
  readonly within?: string | undefined;
}

/** A call ready to be sent. */
export interface Submission {
  readonly body: Body<"evaluate">;
  /** Present if a recording is sent. It is read from disk while it is sent. */
  readonly stream?: BodyStream;
  readonly recording?: Recording;
  /** Remarks for the person about what was decided from the files. */
  readonly notes: readonly Note[];
}

/**
 * Fields that are given take precedence over the files. Sends nothing.
 * @throws Failure (usage) for a file that is missing, broken or of another format
 */
export async function toSubmission(fields: CallFields, files: CallFiles): Promise<Submission> {
  const { recording_file, transcript_file, folder, within } = files;
  const transcript = transcript_file
    ? await readTranscript(resolve(folder, transcript_file), transcript_file, {
        spoke_first: spokeFirst(fields.participants),
        within,
      })
    : undefined;
  const recording =
    recording_file && (await inspectRecording(resolve(folder, recording_file), recording_file, within));
  const stereo = recording && recording.channels === 2 && fields.multichannel === undefined;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const body: Body<"evaluate"> = {
    participants: [{ role: "AGENT" }, { role: "USER" }],
    ...transcript?.call,
    ...(stereo && { multichannel: true }),
    ...(given as CallFields),
    // In the specification it is text, but manifests often have a number.
    ...(fields.agent_id !== undefined && { agent_id: String(fields.agent_id) }),
  };
  const notes: Note[] = [];
  if (stereo) notes.push({ about: "stereo", file: recording.file });
  if (
    transcript &&
    transcript_file &&
    !transcript.call.transcript?.some(({ speaker }) => speaker === "AGENT")
  )
    notes.push({ about: "no_agent", file: transcript_file });
  if (transcript?.guessed && transcript_file) notes.push({ about: "guessed", file: transcript_file });
  if (!recording) return { body, notes };
  return {
    recording,
    body: { ...body, recording_base64: describe(recording) },
    stream: streamWithRecording(body, recording),
    notes,
  };
}

/**
 * Why a call cannot be sent. A fault in one of its files would hide those of the other, so each file is
 * checked by itself.
 */
export async function faultsOfFiles(fields: CallFields, files: CallFiles): Promise<Failure[]> {
  const { recording_file, transcript_file, ...place } = files;
  const faults: Failure[] = [];
  for (const file of [{ recording_file }, { transcript_file }])
    await toSubmission(fields, { ...place, ...file }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      faults.push(error);
    });
  return faults;
}

/** Represents the recording where a request is shown. */
const describe = ({ file, bytes }: Recording) => `<base64 of ${file}, ${bytes} bytes>`;
