/** Any object that came from outside: every field may be missing, and have any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields: neither null nor a list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an object; none if the value is anything else. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The items of a list; none if the value is anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
