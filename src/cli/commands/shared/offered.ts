/**
 * Finds out whether a service offers what only Parley has, before anything is sent. It reads the description
 * that Parley's own service publishes, and keeps the answer for a while. If the description leaves this open,
 * nothing is refused.
 */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints, type Operation } from "../../../contract/endpoints.ts";
import { Failure } from "../../../lib/failure.ts";
import { BYTES_MAXIMUM, readRegularFile } from "../../../lib/files.ts";
import { makeFolder } from "../../completion/cache.ts";
import { cacheFolder } from "../../config/paths.ts";
import type { Context } from "../../context.ts";

/** What each service said, by its base URL. */
type Known = Readonly<Record<string, { readonly at: number; readonly missing: readonly string[] }>>;

/** How long an answer is kept. A service that lacks something may soon be updated, so it is asked sooner. */
const FRESH_MS = 3_600_000;
const FRESH_IF_MISSING_MS = 300_000;

/** Parley's own operations, all of which its service describes. */
const OWN = (Object.keys(endpoints) as Operation[]).filter((name) => endpoints[name].tier === "own");

/** @throws Failure (not_found) with the first of these operations that the service does not offer */
export async function requireOffered(
  context: Context,
  { needs, folder }: { readonly needs: readonly Operation[]; readonly folder: string },
): Promise<void> {
  const missing = await missingOperations(context, folder);
  const lacking = needs.find((name) => missing.includes(name));
  if (!lacking) return;
  const { method, path } = endpoints[lacking];
  throw new Failure("not_found", `this service does not offer ${lacking} (${method} ${path})`, {
    code: "not_offered",
    hint: "nothing was sent; only Parley's own service (`parley serve`) has this operation",
  });
}

/**
 * Refuses options that only Parley's own service knows. Another one would ignore their fields.
 * @param options as a person writes them; nothing is asked if there are none
 * @throws Failure (not_found) if the service has nothing of Parley's own
 */
export async function requireOwnFields(context: Context, options: readonly string[]): Promise<void> {
  if (options.length === 0 || context.isDryRun) return;
  const missing = await missingOperations(context, cacheFolder(context.env, context.platform));
  if (missing.length < OWN.length) return;
  throw new Failure("not_found", `this service does not offer ${options.join(", ")}`, {
    code: "not_offered",
    hint: "nothing was sent; only Parley's own service (`parley serve`) has this",
  });
}

/** Parley's own operations that the service lacks, as far as it says. */
async function missingOperations(context: Context, folder: string): Promise<readonly string[]> {
  const { base_url } = await context.settings();
  const now = Date.now();
  const cached = readKnown(folder)[base_url.value];
  const missing = cached && isFresh(cached, now) ? cached.missing : await ask(context);
  if (missing && missing !== cached?.missing) keep(folder, base_url.value, { at: now, missing });
  return missing ?? [];
}

const isFresh = ({ at, missing }: Known[string], now: number) =>
  now >= at && now - at < (missing.length > 0 ? FRESH_IF_MISSING_MS : FRESH_MS);

/** The operations that the service lacks; undefined if it does not say. */
async function ask(context: Context): Promise<readonly string[] | undefined> {
  try {
    const client = await context.hastyClient();
    const document = await client.send({
      method: "GET",
      path: "/openapi.json",
      body: undefined,
      repeat: "safe",
    });
    const { paths } = (document ?? {}) as { paths?: Record<string, Record<string, unknown>> };
    if (typeof paths !== "object" || paths === null) return undefined;
    const offered = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
      ),
    );
    return OWN.filter((name) => {
      const { method, path } = endpoints[name];
      return !offered.has(`${method} ${withoutNames(path)}`);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Parley's own service always has the document.
    return error.options.status === 404 || error.options.status === 405 ? OWN : undefined;
  }
}

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

const fileOf = (folder: string) => join(folder, "offered.json");

function readKnown(folder: string): Known {
  try {
    const parsed: unknown = JSON.parse(
      readRegularFile(fileOf(folder), { maximum: BYTES_MAXIMUM.kept }).toString(),
    );
    const entries = Object.entries(parsed as Known).filter(
      ([, one]) => typeof one?.at === "number" && Array.isArray(one.missing),
    );
    return Object.fromEntries(entries);
  } catch {
    // A missing or broken cache loses nothing.
    return {};
  }
}

/** If this fails, the command does not fail. */
function keep(folder: string, base_url: string, offer: Known[string]): void {
  try {
    makeFolder(folder);
    const aside = `${fileOf(folder)}.${offer.at}`;
    writeFileSync(aside, JSON.stringify({ ...readKnown(folder), [base_url]: offer }), { mode: 0o600 });
    renameSync(aside, fileOf(folder));
  } catch {
    // A read-only home folder must not make the command fail.
  }
}
