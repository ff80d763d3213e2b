/** What a scenario needs to know about a command. */
import type { Operation } from "../../src/contract/endpoints.ts";
import type { Calls } from "../support/service.ts";

/** What a command finds when it starts. */
export interface World {
  /** Calls with the command's key, without any faults. */
  readonly calls: Calls;
  /** Distinguishes objects of this scenario from those of others. */
  readonly name: string;
  /** HOME and working directory of the command. */
  readonly folder: string;
  readonly things: Things;
}

export interface Things {
  // Objects in the organization that no scenario changes.
  readonly metric_id: string;
  readonly call_id: string;
  readonly run_id: number;
  readonly result_id: string;
  /** An arrived delivery, in the organization that scenarios change. */
  newDelivery(): Promise<string>;
}

export interface Row {
  /** Its words in the tree of commands. */
  readonly command: string;
  /** The whole command line. It also creates the objects that the command needs. */
  argv(world: World): Promise<readonly string[]> | readonly string[];
  /** A command that only reads. It prints the same every time. */
  readonly reads?: boolean;
  /** What the service must have done, each at least once, if the command succeeds. */
  readonly changes?: readonly Operation[];
  /** Its exit code without faults; 0 by default. */
  readonly ends?: number;
  /** Possible exit codes after faults, in addition to "failed" and "network". */
  readonly may_end?: readonly number[];
  readonly stdin?: string;
  /** How long the command itself waits for what it looks for. */
  readonly waits_ms?: number;
  /**
   * It prints each page before it requests the next, so after a failure its output is a part of the whole.
   */
  readonly by_pages?: boolean;
  /** It runs until it is interrupted. */
  readonly endless?: boolean;
}

export const reads = (command: string, argv: Row["argv"], more: Partial<Row> = {}): Row => ({
  command,
  argv,
  reads: true,
  ...more,
});

export const changes = (
  command: string,
  operations: readonly Operation[],
  argv: Row["argv"],
  more: Partial<Row> = {},
): Row => ({ command, argv, changes: operations, ...more });
