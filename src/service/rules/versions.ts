import type { Handlers } from "../handler.ts";

export const versionHandlers = {} satisfies Partial<Handlers>;
