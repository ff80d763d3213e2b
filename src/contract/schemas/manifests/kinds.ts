/**
 * The kinds of manifests, separate from their schemas, so that reading one kind does not load the schemas of
 * the others.
 */
export const MANIFEST_KINDS = [
  "DigitalHumans",
  "DigitalHuman",
  "Evaluations",
  "GenerateDigitalHumans",
  "Policies",
  "Script",
  "Seed",
  "Test",
  "World",
] as const;

export type ManifestKind = (typeof MANIFEST_KINDS)[number];
