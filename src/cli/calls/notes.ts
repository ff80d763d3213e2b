/** Says what was decided from the files of calls: each remark once for all the calls that it concerns. */
export interface Note {
  readonly about: keyof typeof WORDS;
  /** As its user named it. */
  readonly file: string;
}

const WORDS = {
  stereo: (files: string, many: boolean) =>
    `${files} ${many ? "have" : "has"} two channels: submitted as multichannel`,
  no_agent: (files: string) =>
    `${files} contains no words of the agent: every speaker was treated as the user`,
  guessed: (files: string, many: boolean) =>
    `${files} ${many ? "do" : "does"} not say who the agent is: assumed to be the speaker who offers help, or else the ` +
    "one who spoke first; set spoke_first in the participants to decide it",
} as const;

/** At most this many files are named one by one. */
const NAMED = 3;

export function noteTexts(notes: readonly Note[]): string[] {
  const kinds = [...new Set(notes.map(({ about }) => about))];
  return kinds.map((about) => {
    const files = [...new Set(notes.filter((note) => note.about === about).map(({ file }) => file))];
    const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : "";
    return WORDS[about](files.slice(0, NAMED).join(", ") + more, files.length > 1);
  });
}
