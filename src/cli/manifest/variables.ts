type Path = readonly PropertyKey[];

const VARIABLE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?(?:\}|$)/g;

/**
 * Replaces `${VAR}` and `${VAR:-default}` in every string of a value. `$${` is a literal `${`. The value of a
 * variable is not parsed again. Calls `unset` for each variable that is neither set nor has a default. Parts
 * without a variable are not copied, because most manifests have none.
 */
export function expandVariables(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
  unset: (path: Path, name: string) => void,
  path: Path = [],
): unknown {
  if (!hasVariable(value)) return value;
  if (typeof value === "string")
    return value.replaceAll(VARIABLE, (literal: string, name?: string, preset?: string) => {
      if (name === undefined) return "${";
      if (!literal.endsWith("}")) return literal.replaceAll("$${", "${");
      const value = env[name] || preset;
      if (value === undefined) unset(path, name);
      return value ?? literal;
    });
  if (Array.isArray(value)) return value.map((item, i) => expandVariables(item, env, unset, [...path, i]));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [
      key,
      expandVariables(item, env, unset, [...path, key]),
    ]),
  );
}

function hasVariable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${");
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasVariable);
  for (const key in value) if (hasVariable((value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
}

/** Manifests replace variables in strings, so anything that looks like one is escaped. */
export function withoutVariables(value: unknown): unknown {
  if (typeof value === "string") return value.split("${").join("$${");
  if (Array.isArray(value)) return value.map(withoutVariables);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutVariables(item)]));
}
