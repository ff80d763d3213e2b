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

export interface LabTables {
  lab_call: LabCallTable;
  lab_result: LabResultTable;
  lab_metric: LabMetricTable;
}
