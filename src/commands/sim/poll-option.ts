import { option } from "../command.ts";
import { numberBetween } from "../parsers.ts";

export const pollOption = option(
  "--poll <seconds>",
  "time between two requests to the service",
  numberBetween(0.05, 3600),
  2,
);
