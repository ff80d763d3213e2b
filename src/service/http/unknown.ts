/** Tells a client about fields that the contract does not know: they were accepted, but so would be a typo. */
import type { Unknown } from "../../contract/accept-unknown.ts";
import type { Context } from "./environment.ts";

/** Paths in a header. */
const LISTED_MAXIMUM = 20;
/** Characters of a path there. */
const PATH_MAXIMUM = 100;

const FIELDS = "x-parley-unknown-fields";
const VALUES = "x-parley-unknown-values";

/** Names the unknown fields and values of a body in the headers of the answer, and counts the fields for the log. */
export function tellUnknown(c: Context, { fields, values }: Unknown): void {
  tell(c, fields.listed, fields.count);
  if (values.count > 0) c.env.outgoing.setHeader(VALUES, listed(values.listed));
}

/** The same for parameters of the query, which have no effect. */
export const tellUnknownParameters = (c: Context, names: readonly string[]): void =>
  tell(
    c,
    names.map((name) => ["query", name]),
    names.length,
  );

function tell(c: Context, paths: readonly (readonly string[])[], count: number): void {
  if (count === 0) return;
  c.set("unknown_fields", (c.get("unknown_fields") ?? 0) + count);
  const earlier = c.env.outgoing.getHeader(FIELDS);
  c.env.outgoing.setHeader(FIELDS, earlier === undefined ? listed(paths) : `${earlier}, ${listed(paths)}`);
}

const listed = (paths: readonly (readonly string[])[]) =>
  paths
    .slice(0, LISTED_MAXIMUM)
    .map((path) => path.map(inHeader).join(".").slice(0, PATH_MAXIMUM))
    .join(", ");

/** A name as a header can carry it: percent-encoded where it is not plain ASCII, or would look like the end of the name. */
const inHeader = (name: string) =>
  name
    .slice(0, PATH_MAXIMUM)
    .toWellFormed()
    .replaceAll(/[^!-~]|[%,.]/gu, (character) => (character === "." ? "%2E" : encodeURIComponent(character)));
