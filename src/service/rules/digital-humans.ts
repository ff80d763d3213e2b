import type { Handlers } from "../handler.ts";

export const digitalHumanHandlers = {} satisfies Partial<Handlers>;
