import { MASK } from "../contract/secrets.ts";

/** The forms in which a service may echo a key. */
export const keyForms = (api_key: string): readonly string[] => [
  ...new Set([api_key, JSON.stringify(api_key).slice(1, -1), encodeURIComponent(api_key)]),
];

/** A value or text of the service in which the key is masked wherever a string contains it. */
export function maskKey<T>(value: T, api_key: string | undefined): T {
  if (!api_key) return value;
  // A short key may happen to be part of a word, which reveals nothing about it.
  const alone = api_key.length < 8;
  const forms = keyForms(api_key).map((form) => form.replaceAll(/[^\w\s]/g, "\\$&"));
  const key = new RegExp(alone ? `(?<![\\w-])(?:${forms.join("|")})(?![\\w-])` : forms.join("|"), "g");
  const hide = (item: unknown): unknown => {
    if (typeof item === "string") return item.replace(key, MASK);
    if (Array.isArray(item)) return item.map(hide);
    if (typeof item !== "object" || item === null || item instanceof Number) return item;
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [hide(name), hide(inner)]));
  };
  return hide(value) as T;
}
