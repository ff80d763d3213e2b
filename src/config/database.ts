import { usage } from "../failure.ts";

/**
 * The database server that the service stores in: the flag, else PARLEY_DATABASE_URL; undefined for the embedded
 * store. The environment yields to --memory, a flag contradicts it.
 *
 * @throws Failure (usage), which does not repeat the URL: it may hold a password
 */
export function databaseUrl(
  flag: string | undefined,
  memory: boolean,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (memory && flag !== undefined) throw usage("--database-url and --memory exclude each other");
  if (memory) return undefined;
  const url = flag ?? (env["PARLEY_DATABASE_URL"] || undefined);
  if (url === undefined || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) return url;
  throw usage("the database's URL is none", {
    where: flag === undefined ? "PARLEY_DATABASE_URL" : "--database-url",
    hint: "it reads postgres://user:password@host:5432/database; %-encode what a password has of @ : / ? #",
  });
}
