/** Every record of the API, each once. The table of endpoints names them; documents refer to them by name. */
export * from "./agent.ts";
export * from "./digital-human.ts";
export * from "./error.ts";
export * from "./evaluation.ts";
export * from "./evaluation-result.ts";
export * from "./generation.ts";
export * from "./judge.ts";
export * from "./metric.ts";
export * from "./seed.ts";
export * from "./simulation.ts";
export * from "./version.ts";
export * from "./webhook.ts";
export * from "./workflow.ts";
