import type { Output } from "../../../contract/types.ts";
import type { REPLAY_MODES } from "../../../contract/values.ts";
import { JsonText } from "../../json-text.ts";
import type { Row } from "../../store/schema.ts";

/** A digital human as it is stored: what requests set, and how it follows a replayed transcript. */
export type DigitalHumanRecord = Output<"DigitalHumanCreate"> & {
  replay_mode?: (typeof REPLAY_MODES)[number];
};

type Stored = Pick<Row<"digital_human">, "record" | "request_fields">;

export const recordOf = ({ record, request_fields }: Stored): DigitalHumanRecord =>
  request_fields === null ? JSON.parse(record) : { ...JSON.parse(record), ...JSON.parse(request_fields) };

/** The columns of a record: fields that are shown, and fields that only requests have. */
export function columnsOf(record: DigitalHumanRecord): Stored {
  const { num_runs, always_on_mode, always_on_active, replay_mode, ...shown } = record;
  const request_fields = JSON.stringify({ num_runs, always_on_mode, always_on_active, replay_mode });
  return { record: JSON.stringify(shown), request_fields: request_fields === "{}" ? null : request_fields };
}

/** The part of a row that is shown. */
type Shown = Pick<Row<"digital_human">, "id" | "created_at" | "record">;

/** A digital human as answers show it. */
export const showDigitalHuman = ({ id, created_at, record }: Shown): Output<"DigitalHuman"> => ({
  id,
  created_at,
  ...JSON.parse(record),
});

/** The same as JSON text. A record is never empty: defaults are filled in before it is stored. */
const textOf = ({ id, created_at, record }: Shown) =>
  `{"id":${id},"created_at":"${created_at}",${record.slice(1)}`;

/** The answer of E3 and E4. */
export const answerWith = (row: Shown, simulation_ids: readonly number[]): JsonText =>
  new JsonText(
    `{"digital_human":${textOf(row)},"simulation_ids":[${simulation_ids}],"simulation_id":${simulation_ids[0] ?? null}}`,
  );

/** The answer of E7. */
export const listOf = (rows: readonly Shown[], simulation_id: number): JsonText =>
  new JsonText(
    `{"digital_humans":[${rows.map(textOf)}],"total":${rows.length},"simulation_id":${simulation_id}}`,
  );
