import { MANIFEST_KINDS, type ManifestKind } from "../../contract/schemas/manifests/kinds.ts";
import type { Detail } from "../../lib/failure.ts";
import { suggestion } from "../nearest.ts";
import { pathFault } from "./check.ts";
import type { Parsed } from "./parsed.ts";

/** The kind that a document names; undefined if it names none, or an unknown one. */
export function kindOf({ value }: Parsed): ManifestKind | undefined {
  const kind = valueOfKind(value);
  return typeof kind === "string" && isKind(kind) ? kind : undefined;
}

/**
 * The documents for a reader of these kinds. If a file has documents of these kinds, its documents of other
 * kinds are for other commands and are left out. In any other file they are a mistake, and stay so that they
 * are reported.
 */
export function meantFor(documents: readonly Parsed[], kinds: readonly ManifestKind[]): Parsed[] {
  const isMeant = (parsed: Parsed) => {
    const kind = kindOf(parsed);
    return kind !== undefined && kinds.includes(kind);
  };
  const files = new Set(documents.filter(isMeant).map(({ source }) => source.path));
  return documents.filter(
    (parsed) => isMeant(parsed) || kindOf(parsed) === undefined || !files.has(parsed.source.path),
  );
}

/** Whether a row is of a kind. A row may omit its kind. */
export function saysKind({ value }: Parsed, kind: ManifestKind): boolean {
  const said = valueOfKind(value);
  return said === undefined || said === kind;
}

/** The fault of a document that has none of the expected kinds. */
export function otherKind(parsed: Parsed, expected: readonly ManifestKind[]): Detail {
  const kind = valueOfKind(parsed.value);
  const wanted = expected.length > 2 ? `one of ${expected.join(", ")}` : expected.join(" or ");
  if (kind === undefined) return pathFault(parsed, [], `kind: field required; must be ${wanted}`);
  const near = typeof kind === "string" ? suggestion(kind, expected) : "";
  return pathFault(parsed, ["kind"], `must be ${wanted}, not ${JSON.stringify(kind)}${near}`);
}

const isKind = (kind: string): kind is ManifestKind => MANIFEST_KINDS.some((candidate) => candidate === kind);

const valueOfKind = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
