/** From the fields of a call and the names of its files to a request of E2. */
import { resolve } from "node:path";
import type { BodyStream } from "../client/prepare.ts";
import type { Body } from "../contract/types.ts";
import { spokeFirst } from "../engine/transcript/speaker-labels.ts";
import { Failure } from "../failure.ts";
import type { Note } from "./notes.ts";
import { inspectRecording, type Recording } from "./recording.ts";
import { streamWithRecording } from "./stream.ts";
import { readTranscript } from "./transcript.ts";

/** Fields of E2 as a person or a manifest gives them; what is left out comes from the files or is a default. */
export type CallFields = Omit<Body<"evaluate">, "participants" | "recording_base64"> &
  Partial<Pick<Body<"evaluate">, "participants">>;

/** Files of a call, relative to `folder`. */
export interface CallFiles {
  readonly recording_file?: string | undefined;
  readonly transcript_file?: string | undefined;
  readonly folder: string;
  /** The folder that they must be in whenever they are opened; undefined where a person named the files themselves. */
  readonly within?: string | undefined;
}

/** A call ready to be sent. */
export interface Submission {
  readonly body: Body<"evaluate">;
  /** Present where a recording is sent: it is read from disk while it is sent. */
  readonly stream?: BodyStream;
  readonly recording?: Recording;
  /** What was decided from the files, for the person. */
  readonly notes: readonly Note[];
}

/**
 * What is given as a field wins over what a file says. Nothing is sent.
 * @throws Failure (usage) for a file that is missing, broken or of another format
 */
export async function toSubmission(fields: CallFields, files: CallFiles): Promise<Submission> {
  const { recording_file, transcript_file, folder, within } = files;
  const told = transcript_file
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
    ...told?.call,
    ...(stereo && { multichannel: true }),
    ...(given as CallFields),
    // The specification writes it as text; manifests often have a number.
    ...(fields.agent_id !== undefined && { agent_id: String(fields.agent_id) }),
  };
  const notes: Note[] = [];
  if (stereo) notes.push({ about: "stereo", file: recording.file });
  if (told && transcript_file && !told.call.transcript?.some(({ speaker }) => speaker === "AGENT"))
    notes.push({ about: "no_agent", file: transcript_file });
  if (told?.guessed && transcript_file) notes.push({ about: "guessed", file: transcript_file });
  if (!recording) return { body, notes };
  return {
    recording,
    body: { ...body, recording_base64: describe(recording) },
    stream: streamWithRecording(body, recording),
    notes,
  };
}

/** Why a call cannot be sent. The first fault in its files hides those of its other file: each is looked at by itself. */
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

/** Stands for the recording where a request is shown. */
const describe = ({ file, bytes }: Recording) => `<base64 of ${file}, ${bytes} bytes>`;
