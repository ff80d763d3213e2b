/** What a client of the Model Context Protocol may do in addition to reading. */
export const PERMISSIONS = ["write", "release"] as const;
export type Permission = (typeof PERMISSIONS)[number];
