/** What a scenario needs to know of a command. */
import type { Operation } from "../../src/contract/endpoints.ts";
import type { Calls } from "../support/service.ts";

/** What a command finds when it begins. */
export interface World {
  /** Calls with the key that the command has, past all faults. */
  readonly calls: Calls;
  /** Tells what is made in this scenario from what others make. */
  readonly name: string;
  /** HOME and working directory of the command. */
  readonly folder: string;
  readonly things: Things;
}

export interface Things {
  // Things in the organization that no scenario changes.
  readonly metric_id: string;
  readonly call_id: string;
  readonly run_id: number;
  readonly result_id: string;
  /** A delivery that has arrived, in the organization that scenarios change. */
  newDelivery(): Promise<string>;
}

export interface Row {
  /** Its words in the tree of commands. */
  readonly command: string;
  /** The whole command line; what it works on is made here. */
  argv(world: World): Promise<readonly string[]> | readonly string[];
  /** A command that only reads: what it prints is the same every time. */
  readonly reads?: boolean;
  /** What the service has done, once each at least, when the command ends well. */
  readonly changes?: readonly Operation[];
  /** How it ends where nothing fails; 0 by default. */
  readonly ends?: number;
  /** Ends that faults may lead to besides "failed" and "network". */
  readonly may_end?: readonly number[];
  readonly stdin?: string;
  /** How long it waits by itself for what it looks for. */
  readonly waits_ms?: number;
  /** It prints each page before it asks for the next: what it has printed when it fails is a part of the whole. */
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
