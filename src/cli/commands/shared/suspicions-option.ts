import type { SuspicionMode } from "../../render/evaluation/suspicions.ts";
import { option } from "../command.ts";
import { oneOf } from "../parsers.ts";

/** What a gate does if a conversation would break a policy that nobody has accepted. */
export const suspicionsOption = option(
  "--suspicions <mode>",
  "show: list what proposed policies suspect, and count nothing of it; fail: do not pass if there is a suspicion",
  oneOf<SuspicionMode>(["show", "fail"]),
  "show",
);
