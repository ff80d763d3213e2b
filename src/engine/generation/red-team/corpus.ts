import type { Attack, Category } from "./attack.ts";
import { customerData } from "./attacks/customer-data.ts";
import { encodings } from "./attacks/encodings.ts";
import { falseUrgency } from "./attacks/false-urgency.ts";
import { impersonatedAuthority } from "./attacks/impersonated-authority.ts";
import { offTopic } from "./attacks/off-topic.ts";
import { policyOverride } from "./attacks/policy-override.ts";
import { promptExtraction } from "./attacks/prompt-extraction.ts";
import { toolAbuse } from "./attacks/tool-abuse.ts";
import { unauthorisedRefund } from "./attacks/unauthorised-refund.ts";

/** The attacks by category, in the order in which categories take turns. */
export const CORPUS: Readonly<Record<Category, readonly Attack[]>> = {
  prompt_extraction: promptExtraction,
  policy_override: policyOverride,
  customer_data: customerData,
  unauthorised_refund: unauthorisedRefund,
  impersonated_authority: impersonatedAuthority,
  false_urgency: falseUrgency,
  encodings,
  tool_abuse: toolAbuse,
  off_topic: offTopic,
};

export const CATEGORIES = Object.keys(CORPUS) as Category[];
