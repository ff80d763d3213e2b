/** The identity of a digital human within a simulation: its `test_name`, or its `name` if it has none. */
export function identityOf(fields: {
  readonly test_name?: unknown;
  readonly name?: unknown;
}): string | undefined {
  for (const name of [fields.test_name, fields.name])
    if (typeof name === "string" && name !== "") return name;
  return undefined;
}
