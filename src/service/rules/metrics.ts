import type { Handlers } from "../handler.ts";

export const metricHandlers = {} satisfies Partial<Handlers>;
