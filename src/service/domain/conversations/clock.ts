import type { Row } from "../../store/schema.ts";

/** Milliseconds since a conversation began. 0 before that, or if the clock was set back. */
export const offsetIn = ({ started_at }: Pick<Row<"simulation_result">, "started_at">, at: Date): number =>
  started_at === null ? 0 : Math.max(0, at.getTime() - Date.parse(started_at));
