import type { Handlers } from "../handler.ts";

export const webhookHandlers = {} satisfies Partial<Handlers>;
