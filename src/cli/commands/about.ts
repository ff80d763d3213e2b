import { endpoints } from "../../contract/endpoints.ts";
import type { Command } from "./command.ts";

/** A command's paragraph for help and manual; "" if it has none. */
export function aboutOf({ about, needs = [] }: Command): string {
  const isExtension = needs.some((operation) => endpoints[operation].tier !== "documented");
  const extension = isExtension ? ["An extension of the API: not every service offers it."] : [];
  return [...(about ? [about] : []), ...extension].join(" ");
}
