/** What ends a search for a cause. */
import { option } from "../../command.ts";
import { integerFrom, numberBetween } from "../../parsers.ts";

export const searchBounds = {
  at_least: option("--at-least <k>", "how many of them must fail for the same reason", integerFrom(1), 1),
  max_conversations: option(
    "--max-conversations <n>",
    "stop after so many conversations",
    integerFrom(1),
    40,
  ),
  max_time: option("--max-time <seconds>", "stop after so many seconds", numberBetween(1, 604_800), 600),
};
