import type { Handlers } from "../handler.ts";

export const simulationHandlers = {} satisfies Partial<Handlers>;
