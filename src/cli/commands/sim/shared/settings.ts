/** A paragraph for the help of the commands that write simulations. */
export const SETTINGS =
  "Settings that act on text runs: max_call_duration (with max_call_duration_units, minutes or seconds), " +
  "runs_per_digital_human, sequential_calling, hangup_on_transfer, prompt_id, knowledge_base_id, selected_custom_metrics, " +
  "custom_metrics_passing_threshold and custom_metrics_failing_threshold. docs/simulations.md explains each.";
