/** An id as text. Some services send numbers, and one may leave it out. */
export const idOf = (id: string | number | undefined): string => (id === undefined ? "" : String(id));
