/** What to call a digital human: its name, or else its id. A hosted service may omit both. */
export const namedBy =
  (names: ReadonlyMap<number, string>) =>
  (id: unknown): string =>
    id === undefined || id === null
      ? "unknown digital human"
      : (names.get(Number(id)) ?? `digital human ${String(id)}`);
