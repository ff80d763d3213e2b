/** Everything that handlers and jobs work with. A function names only the parts that it needs. */

import type { WithAddress } from "./domain/conversations/world-url.ts";
import type { WithWorlds } from "./domain/worlds/stored.ts";
import type { Evaluating } from "./evaluation/evaluator.ts";
import type { Retaining } from "./retention/delete-expired.ts";
import type { WorkThread } from "./thread/work-thread.ts";
import type { Calling } from "./voice/voice.ts";
import type { Delivering } from "./webhooks/deliver.ts";

export interface Service extends Evaluating, Calling, Delivering, Retaining, WithWorlds, WithAddress {
  readonly thread: WorkThread;
}
