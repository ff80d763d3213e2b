import type { PreparedRequest } from "./prepare.ts";

/**
 * Thrown instead of sending a request that would change something. It is not an error: the runner prints it.
 */
export class DryRun extends Error {
  readonly requests: readonly PreparedRequest[];
  constructor(requests: readonly PreparedRequest[]) {
    super("dry run");
    this.requests = requests;
  }
}
