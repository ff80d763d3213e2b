/** Objects of a seed that cannot be told apart. */

export interface Identity<Id = number | string> {
  readonly id?: Id | undefined;
  readonly name?: string | null | undefined;
}

export interface Twin {
  /** The place in the list of the second of the two. */
  readonly place: number;
  /** What they share. */
  readonly field: "id" | "name";
  readonly value: number | string;
}

/** Those with the id of an earlier one, or with its name unless both have an id. */
export function twinsIn(list: readonly Identity[]): Twin[] {
  const ids = new Set<number | string>();
  const names = new Map<string, Identity>();
  return list.flatMap(({ id, name }, place): Twin[] => {
    const sharesId = id !== undefined && ids.has(id);
    const named = name ? names.get(name) : undefined;
    if (id !== undefined) ids.add(id);
    if (name) names.set(name, { id });
    if (sharesId) return [{ place, field: "id", value: id }];
    return name && named && (named.id === undefined || id === undefined)
      ? [{ place, field: "name", value: name }]
      : [];
  });
}
