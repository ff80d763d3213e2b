/** An agent's purpose from its side, and the same from the caller's. The first match is used. */
import { capitalized } from "../../words/capitalized.ts";

const TURNED: readonly (readonly [RegExp, string])[] = [
  [
    /^answers? (?:(?:the|all|any|general|their|caller'?s?'?|customer'?s?'?|patient'?s?'?) )*questions? (?:about|on|regarding) /i,
    "Ask a question about ",
  ],
  [
    /^answers? (?:(?:the|all|any|general|their|caller'?s?'?|customer'?s?'?|patient'?s?'?) )*questions?\b/i,
    "Ask a question",
  ],
  [
    /^(?:give|provide|offer)s? (?:\w+ )?(?:information|details|advice|help|support) (?:about|on|for|with) /i,
    "Ask about ",
  ],
  [
    /^(?:help|assist|support)s? (?:the )?(?:callers?|customers?|users?|patients?|people|clients?|guests?) (?:to |with |in )/i,
    "",
  ],
  [/^(?:help|assist) with /i, ""],
  [/^(?:handle|process|manage)s? (?=\p{L})/iu, "Ask about "],
  // "Take orders", and not "Take the family to the circus".
  [
    /^takes? (?=(?:\w{3,20} ){0,2}?(?:bookings|calls|enquiries|inquiries|messages|orders|payments|requests|reservations)\b)/i,
    "Ask about ",
  ],
];

/**
 * A goal from the caller's side: "Answer questions about the clinic" becomes "Ask a question about the
 * clinic".
 */
export function callerGoal(goal: string): string {
  const plain = goal.replace(/\s+/g, " ").trim();
  const turned = TURNED.find(([form]) => form.test(plain));
  if (!turned) return plain;
  return capitalized(plain.replace(turned[0], turned[1]));
}
