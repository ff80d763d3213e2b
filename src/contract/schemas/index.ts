/** Every record of the API, once. The table of endpoints refers to them by name, and so do documents. */
export * from "./agent.ts";
export * from "./digital-human.ts";
export * from "./error.ts";
export * from "./evaluation.ts";
export * from "./evaluation-result.ts";
export * from "./generation.ts";
export * from "./judge.ts";
export * from "./metric.ts";
export * from "./queue-run.ts";
export * from "./seed.ts";
export * from "./simulation.ts";
export * from "./version.ts";
export * from "./voice.ts";
export * from "./webhook.ts";
export * from "./workflow.ts";
