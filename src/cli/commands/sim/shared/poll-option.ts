import { option } from "../../command.ts";
import { numberBetween } from "../../parsers.ts";

export const pollOption = option(
  "--poll <seconds>",
  "longest time between two requests to the service; the first ones follow each other sooner",
  numberBetween(0.05, 3600),
  2,
);
