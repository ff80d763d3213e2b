/**
 * The outline of each answer and body, by the name of its schema, as JSON. The build replaces this module with its
 * value, so that reading an answer doesn't load a schema library.
 */
import { type Endpoint, endpoints } from "./endpoints.ts";
import * as schemas from "./schemas/index.ts";
import { shapeOfAnswer, shapeOfBody } from "./shape-of.ts";

const rows: readonly Endpoint[] = Object.values(endpoints);

export const shapes: Readonly<Record<"answers" | "bodies", Readonly<Record<string, string>>>> = {
  answers: Object.fromEntries(
    rows.map(({ answer }) => [answer, JSON.stringify(shapeOfAnswer(schemas[answer]))]),
  ),
  bodies: Object.fromEntries(
    rows.flatMap(({ body }) => (body ? [[body, JSON.stringify(shapeOfBody(schemas[body]))]] : [])),
  ),
};
