/** Every record of the API. The table of endpoints and documents refer to them by name. */
export * from "./agent.ts";
export * from "./alert.ts";
export * from "./as-code.ts";
export * from "./call-log.ts";
export * from "./community.ts";
export * from "./console.ts";
export * from "./conversation.ts";
export * from "./customer.ts";
export * from "./digital-human.ts";
export * from "./digital-humans.ts";
export * from "./error.ts";
export * from "./evaluation.ts";
export * from "./evaluation-result.ts";
export * from "./folder.ts";
export * from "./generation.ts";
export * from "./import.ts";
export * from "./judge.ts";
export * from "./judge-certificate.ts";
export * from "./knowledge-base.ts";
export * from "./lab.ts";
export {
  HumanEvaluation,
  HumanEvaluationStored,
  LabEvaluated,
  LabEvaluation,
  MetricRevision,
  MetricRevisionCreate,
} from "./lab-evaluation.ts";
export * from "./metric.ts";
export * from "./metric-changes.ts";
export * from "./optimize.ts";
export * from "./policy.ts";
export * from "./published-evaluation.ts";
export * from "./queue-run.ts";
export * from "./review.ts";
export * from "./run-comparison.ts";
export * from "./scenario.ts";
export * from "./schedule.ts";
export * from "./seed.ts";
export * from "./simulation.ts";
export * from "./simulation-result.ts";
export * from "./suggestion.ts";
export * from "./text-message.ts";
export * from "./trace.ts";
export * from "./version.ts";
export * from "./voice.ts";
export * from "./webhook.ts";
export * from "./workflow.ts";
export * from "./workflow-changes.ts";
export * from "./world.ts";
