import { option } from "../command.ts";
import { versionNumber } from "../versions/words.ts";

/** Of the commands that move a label. */
export const expectOption = option(
  "--expect <version>",
  "refuse with exit code 6 unless this version holds the label now",
  versionNumber,
);
