import type { Row } from "../../store/schema.ts";

/** Milliseconds since a conversation began, 0 before that; a clock that was set back counts as no time. */
export const offsetIn = ({ started_at }: Pick<Row<"simulation_result">, "started_at">, at: Date): number =>
  started_at === null ? 0 : Math.max(0, at.getTime() - Date.parse(started_at));
