import type { Handlers } from "../handler.ts";

export const conversationHandlers = {} satisfies Partial<Handlers>;
