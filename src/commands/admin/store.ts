/** What every command of `admin` needs: the store, opened beside the service, and failures in the usual words. */
import type { Context } from "../../context.ts";
import { Failure, type Outcome, usage } from "../../failure.ts";
import type { Administration } from "../../service/administration/administration.ts";
import { option } from "../command.ts";
import { dataOption, explainStore, storePlace } from "../store-place.ts";

export const storeOptions = {
  data: dataOption,
  database_url: option(
    "--database-url <url>",
    "a PostgreSQL database instead of the embedded store (default: PARLEY_DATABASE_URL)",
  ),
};

/** For the help of commands: whose rights they need. */
export const DIRECTLY =
  "Works on the store itself, as whoever may read it, also while a service runs over it.";

interface Given {
  readonly data: string | undefined;
  readonly database_url: string | undefined;
}

/** Opens the store that the options name for `work`. */
export async function withStore<T>(
  context: Context,
  given: Given,
  work: (administration: Administration) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  const place = storePlace(context, { ...given, memory: false });
  const { administrate } = await import("../../service/administration/administration.ts");
  return administrate(place, { create }, work).catch((error: unknown) => {
    throw explain(error, place.data);
  });
}

/** There is no request that a dry run could show. */
export function refuseDryRun(context: Context): void {
  if (context.isDryRun)
    throw usage("there is no request to show", {
      where: context.globals.curl ? "--curl" : "--dry-run",
      hint: "`parley admin` changes the store itself; leave the flag away to do it",
    });
}

const OUTCOMES: Readonly<Record<number, Outcome>> = { 400: "usage", 404: "not_found", 409: "conflict" };

/** @param file what was read, where something was */
export function explain(error: unknown, folder: string | undefined, file?: string): unknown {
  const { name, message } = error as Error;
  if (name === "ImportRefused")
    return new Failure("usage", message, { hint: "nothing was imported", ...(file && { where: file }) });
  if (name === "StoreNewer")
    return new Failure("usage", message, { hint: "use the newer parley, or for an import a new store" });
  if (name === "StoreMissing")
    return new Failure("not_found", message, {
      where: "--data",
      hint: "name the folder or the database that `parley serve` was started with",
    });
  const outcome = error instanceof Error && "status" in error && OUTCOMES[Number(error.status)];
  return outcome ? new Failure(outcome, message) : explainStore(error, folder);
}
