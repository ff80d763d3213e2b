import type { Output } from "../../../contract/types.ts";
import { intentFromTranscript } from "../../../engine/transcript/intent.ts";
import { roleOfLabel } from "../../../engine/transcript/speaker-labels.ts";

type Utterance = Output<"FormattedUtterance">;

/** What the customer wants, in the customer's words.
 * Roles are free text in the API (`agent`, `customer`). Entries of roles that do not speak (system, tool) are
 * left out.
 */
export function intentOf(formatted: readonly Utterance[]): string {
  return intentFromTranscript(
    formatted.flatMap(({ role, utterance }) => {
      const side = roleOfLabel(role) ?? "USER";
      return side === "SILENT" ? [] : [{ role: side, utterance }];
    }),
  );
}
