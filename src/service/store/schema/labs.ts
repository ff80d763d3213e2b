/** What a metrics lab holds. The lab itself is a document; what is deleted leaves its labs. */
import type { Fixed } from "./fixed.ts";

interface LabCallTable {
  lab_id: Fixed<string>;
  call_id: Fixed<string>;
}

interface LabResultTable {
  lab_id: Fixed<string>;
  simulation_result_id: Fixed<number>;
}

interface LabMetricTable {
  lab_id: Fixed<string>;
  metric_id: Fixed<string>;
}

/** Another wording of a metric, tried in a lab. */
interface LabMetricRevisionTable {
  id: Fixed<string>;
  lab_id: Fixed<string>;
  metric_id: Fixed<string>;
  /** From 1, for each metric of a lab. */
  number: Fixed<number>;
  /** JSON: the fields that replace the metric's. */
  record: Fixed<string>;
  created_at: Fixed<string>;
}

/** What a metric, or a revision of it, said of a conversation. */
interface LabEvaluationTable {
  id: Fixed<string>;
  lab_id: Fixed<string>;
  metric_id: Fixed<string>;
  /** Null if the metric itself was evaluated. */
  revision_id: Fixed<string | null>;
  /** One of the two is null. */
  call_id: Fixed<string | null>;
  simulation_result_id: Fixed<number | null>;
  /** JSON: `Verdict`. */
  verdict: Fixed<string>;
  created_at: Fixed<string>;
}

export interface LabTables {
  lab_call: LabCallTable;
  lab_result: LabResultTable;
  lab_metric: LabMetricTable;
  lab_metric_revision: LabMetricRevisionTable;
  lab_evaluation: LabEvaluationTable;
}
