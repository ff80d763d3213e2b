import type { ExpectedToolCall, ToolCall } from "../conversation.ts";
import type { ToolCallMatch } from "./match-tool-calls.ts";

/** Parameters that name a record: `order_id`, `bookingNumber`, `account`. */
const RECORD =
  /(?:^|_)(?:id|no|number|code|ref|reference|key|uuid|email)$|[a-z](?:Id|No|Number|Code|Ref|Reference)$/;
const KIND_OF_RECORD =
  /(?:^|_)(?:order|booking|reservation|account|ticket|case|customer|appointment|invoice|subscription|contract|device)$/;
/** Tools that add something. What they add may come in any order. */
const ADDING =
  /^(?:add|append|create|insert|send|log|note|book|reserve|schedule|order|place|open|file|issue|upload|post)(?![a-z])/;

/** Calls that were made in another order than expected, one sentence for each expected call. */
export function orderProblems(
  expected: readonly ExpectedToolCall[],
  actual: readonly ToolCall[],
  { expected: matched }: Pick<ToolCallMatch, "expected">,
  ranks: readonly number[],
): string[] {
  return expected.flatMap((later, at) => {
    const call = matched[at]?.status === "matched" ? matched[at].tool_call : null;
    if (call === null || call === undefined) return [];
    const overtaken = expected.findIndex((earlier, before) => {
      const other = matched[before]?.status === "matched" ? matched[before].tool_call : null;
      if (before >= at || other === null || other === undefined) return false;
      return isOrdered(earlier, later) && (ranks[other] ?? other) > (ranks[call] ?? call);
    });
    if (overtaken < 0) return [];
    const first = matched[overtaken]?.tool_call ?? 0;
    return [
      `${actual[call]?.name} (tool call ${call + 1}) was made before ${actual[first]?.name} (tool call ${first + 1}) and ` +
        "expected after it",
    ];
  });
}

/**
 * Whether one expected call must be made before another, which is listed after it: the later one says so, or
 * both change the same record with the same tool.
 */
function isOrdered(earlier: ExpectedToolCall, later: ExpectedToolCall): boolean {
  if (later.order) return later.order === "strict";
  return earlier.name === later.name && !ADDING.test(later.name) && isSameRecord(earlier, later);
}

/** Whether both calls name the same record, and no other one. */
function isSameRecord(
  { parameters: left }: ExpectedToolCall,
  { parameters: right }: ExpectedToolCall,
): boolean {
  const names = Object.keys(left ?? {}).filter(
    (name) => (RECORD.test(name) || KIND_OF_RECORD.test(name)) && Object.hasOwn(right ?? {}, name),
  );
  return names.length > 0 && names.every((name) => isEqual(left?.[name], right?.[name]));
}

const isEqual = (left: unknown, right: unknown) =>
  (typeof left === "string" || typeof left === "number") && String(left) === String(right);
