/** The kinds of manifests, by themselves: who reads one kind needs no schema of the others. */
export const MANIFEST_KINDS = [
  "DigitalHumans",
  "DigitalHuman",
  "Evaluations",
  "GenerateDigitalHumans",
  "Script",
  "Seed",
] as const;

export type ManifestKind = (typeof MANIFEST_KINDS)[number];
