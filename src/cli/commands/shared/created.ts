import type { View } from "../../render/view.ts";

export interface Described {
  readonly id?: string | number | null | undefined;
  readonly name?: string | null | undefined;
  /** What it belongs to, such as `for agent 101`. */
  readonly of?: string | undefined;
  /** Further lines. */
  readonly more?: string;
}

/**
 * The view of something that was just created: one line on a terminal, because the fields only repeat what was asked
 * for, and defaults. In a pipe and with `--fields`, the fields.
 */
export const createdView = <D>(noun: string, describe: (data: D) => Described, of?: string) =>
  ({
    kind: "record",
    ...(of !== undefined && { of }),
    terminal(data: D) {
      const { id, name, of: owner, more } = describe(data);
      const head = id === undefined || id === null ? noun : `${noun} ${id}`;
      return `created ${head}${name ? `: ${name}` : ""}${owner ? `, ${owner}` : ""}${more ? `\n${more}` : ""}`;
    },
  }) as const satisfies View<D>;
