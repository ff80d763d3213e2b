/** Recognizes recordings by their content: the first bytes show what a file is, whatever its name. */
import { extname } from "node:path";
import {
  RECORDING_ENDINGS,
  type RecordingMediaType,
  recordingByName,
  recordingFormat,
} from "../../contract/media.ts";
import { usage } from "../../lib/failure.ts";

const endings = RECORDING_ENDINGS.join(", ");

/**
 * The media type of a recording.
 * @param head its first bytes, at least `RECORDING_HEAD_BYTES`
 * @throws Failure (usage) for another format, or if the name promises another format
 */
export function mediaTypeOf(head: Uint8Array, file: string): RecordingMediaType {
  const ending = extname(file).toLowerCase();
  const promised = recordingByName(ending);
  const format = recordingFormat(head);
  if (!promised)
    throw usage(`a recording must be one of ${endings}${ending && `, not ${ending}`}`, {
      where: file,
      hint: format ? `its content is ${format}` : "convert it first",
    });
  if (format !== promised.format)
    throw usage(
      format
        ? `the file is named ${ending} but its content is ${format}`
        : `the file is named ${ending} but its content is not ${promised.format}`,
      { where: file, hint: format ? "rename it" : `convert it to one of ${endings}` },
    );
  return promised.media_type;
}
