/** What the service sets by itself, and no manifest does. */
const ASSIGNED = new Set(["id", "created_at", "websocket_url"]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * A digital human as a manifest of kind DigitalHumans writes it: its name, and the fields that differ from the service's
 * defaults. A `${` in its texts is written `$${`, which a manifest reads as it was.
 */
export function manifestEntry({ name, ...fields }: Fields, defaults: Fields): Fields {
  const told = Object.entries(fields).filter(
    ([field, value]) =>
      !ASSIGNED.has(field) && (value ?? defaults[field] ?? null) !== (defaults[field] ?? null),
  );
  return { name, ...Object.fromEntries(told.map(([field, value]) => [field, literal(value)])) };
}

function literal(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("${", "$$${");
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, literal(item)]));
}
