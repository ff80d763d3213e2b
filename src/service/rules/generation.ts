import type { Handlers } from "../handler.ts";

export const generationHandlers = {} satisfies Partial<Handlers>;
