import type { Handlers } from "../handler.ts";

export const evaluationHandlers = {} satisfies Partial<Handlers>;
