/** How a digital human is called: by its name, or else its id. A hosted service may leave out both. */
export const namedBy =
  (names: ReadonlyMap<number, string>) =>
  (id: unknown): string =>
    id === undefined || id === null
      ? "unknown digital human"
      : (names.get(Number(id)) ?? `digital human ${String(id)}`);
