/**
 * What every `admin` command needs: the store, opened while a service may be using it, and errors in the
 * usual wording.
 */

import { Failure, type Outcome, usage } from "../../../../lib/failure.ts";
import type { Administration } from "../../../../service/administration/administration.ts";
import type { Context } from "../../../context.ts";
import { sanitizeLine } from "../../../terminal/sanitize.ts";
import { option } from "../../command.ts";
import { dataOption, describePlace, explainStore, storePlace } from "../../shared/store-place.ts";

export const storeOptions = {
  data: dataOption,
  database_url: option(
    "--database-url <url>",
    "a PostgreSQL database instead of the embedded store (default: PARLEY_DATABASE_URL, unless --data is given)",
  ),
};

/** For the help of the commands: which rights they need. */
export const DIRECTLY =
  "Works on the store directly, even while a service is using it; you need access to its files or database. A service with --memory has no store.";

export interface GivenPlace {
  readonly data: string | undefined;
  readonly database_url: string | undefined;
}

/**
 * The store that the options name. With --data it is the store in that folder, whatever the environment says.
 */
export function adminPlace({ cwd, env, platform }: Context, given: GivenPlace) {
  const { PARLEY_DATABASE_URL: _, ...others } = env;
  const named = given.data === undefined ? env : others;
  return storePlace({ cwd, env: named, platform }, { ...given, memory: false });
}

/**
 * Names the store on stderr, and returns it.
 *
 * @param create creates an embedded store if there is none, but only in a folder that a person named
 */
export async function chooseStore(context: Context, given: GivenPlace, { create = false } = {}) {
  const place = adminPlace(context, given);
  const isDefault = given.data === undefined && place.database_url === undefined;
  if (isDefault)
    await context.terminal.alert(
      `store: ${sanitizeLine(describePlace(place))}, the default; to use another, pass --data or --database-url`,
    );
  else await context.terminal.note(`store: ${describePlace(place)}`);
  return { place, create: create && !isDefault };
}

/** Opens the store that the options name, for the duration of `work`. */
export async function withStore<T>(
  context: Context,
  given: GivenPlace,
  work: (administration: Administration) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  const { place, create } = await chooseStore(context, given, options);
  const { administrate } = await import("../../../../service/administration/administration.ts");
  return administrate(place, { create }, work).catch((error: unknown) => {
    throw explain(error, place.data);
  });
}

/** Refuses --dry-run and --curl: there is no request to show. */
export function refuseDryRun(context: Context): void {
  if (context.isDryRun)
    throw usage("admin commands send no requests, so there is nothing to show", {
      where: context.globals.curl ? "--curl" : "--dry-run",
      hint: "`parley admin` changes the store directly; run it without this flag",
    });
}

const OUTCOMES: Readonly<Record<number, Outcome>> = { 400: "usage", 404: "not_found", 409: "conflict" };

/** Adds where to look for something that was not found. */
const LISTS: readonly (readonly [what: RegExp, list: string])[] = [
  [/^organization /, "parley admin org list"],
  [/^key /, "parley admin key list"],
  [/^job /, "parley admin jobs list"],
];

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
  if (!outcome) return explainStore(error, folder);
  const [, list] = LISTS.find(([what]) => outcome === "not_found" && what.test(message)) ?? [];
  return new Failure(outcome, message, list ? { hint: `\`${list}\` lists what exists` } : {});
}
