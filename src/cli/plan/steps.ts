/** The steps of a plan: what happens to each digital human. */
import type { Body } from "../../contract/types.ts";
import type { Change } from "./changes.ts";
import type { Field } from "./fields.ts";

/** A digital human named by a manifest. */
export interface Named {
  readonly name: string;
  readonly simulation_ids: readonly number[];
  /** Its position in the manifest. */
  readonly file: string;
  readonly line: number;
}

export interface CreateStep extends Named {
  readonly action: "create";
  readonly body: Body<"create_digital_human">;
}

export interface UpdateStep extends Named {
  readonly action: "update";
  readonly id: number;
  readonly changes: readonly Change[];
  /** Fields that are sent without a comparison because the service does not show them. */
  readonly unseen: readonly Field[];
  /** Body of E3; empty if the digital human is only added to simulations. */
  readonly body: Body<"update_digital_human">;
  /** Simulations that it is added to, besides those that it is already in. */
  readonly attach: readonly number[];
}

export interface UnchangedStep extends Named {
  readonly action: "unchanged";
  readonly id: number;
  readonly unseen: readonly Field[];
}

/** A digital human that no manifest names. It stays unchanged. */
export interface UnmanagedStep {
  readonly action: "unmanaged";
  readonly id: number;
  readonly name: string | null;
  readonly simulation_ids: readonly number[];
}

export type Step = CreateStep | UpdateStep | UnchangedStep | UnmanagedStep;

export interface Plan {
  readonly summary: Readonly<Record<Step["action"], number>>;
  /** In the order of the manifests, with the unmanaged ones last. */
  readonly steps: readonly Step[];
}
