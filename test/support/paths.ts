import type { Endpoint, Param } from "../../src/contract/endpoints.ts";

const EXAMPLES: Readonly<Record<Param["type"], string>> = {
  integer: "101",
  string: "101",
  boolean: "true",
  time: "2026-11-01T12:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** The path of an endpoint with a valid value for each parameter: the given one, or an example. */
export const pathOf = (
  { path, params = {} }: Endpoint,
  given: Readonly<Record<string, string | number>> = {},
): string =>
  Object.entries(params).reduce(
    (filled, [name, { type }]) => filled.replace(`{${name}}`, String(given[name] ?? EXAMPLES[type])),
    path as string,
  );
