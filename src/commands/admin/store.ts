/** What every `admin` command needs: the store, opened alongside the service, and errors in the usual wording. */
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

/** For the commands' help: what rights they need. */
export const DIRECTLY =
  "Works on the store directly, even while a service is using it; you need access to its files or database.";

interface Given {
  readonly data: string | undefined;
  readonly database_url: string | undefined;
}

/** Opens the store named by the options for `work`. */
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

/** Refuses --dry-run and --curl: there is no request to show. */
export function refuseDryRun(context: Context): void {
  if (context.isDryRun)
    throw usage("admin commands send no request that could be shown", {
      where: context.globals.curl ? "--curl" : "--dry-run",
      hint: "`parley admin` changes the store directly; run it without this flag",
    });
}

const OUTCOMES: Readonly<Record<number, Outcome>> = { 400: "usage", 404: "not_found", 409: "conflict" };

/** @param file the file being read, if any */
export function explain(error: unknown, folder: string | undefined, file?: string): unknown {
  const { name, message } = error as Error;
  if (name === "ImportRefused")
    return new Failure("usage", message, { hint: "nothing was imported", ...(file && { where: file }) });
  if (name === "StoreMissing")
    return new Failure("not_found", message, {
      where: "--data",
      hint: "give the folder or database that `parley serve` was started with",
    });
  const outcome = error instanceof Error && "status" in error && OUTCOMES[Number(error.status)];
  return outcome ? new Failure(outcome, message) : explainStore(error, folder);
}
