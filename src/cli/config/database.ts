import { usage } from "../../lib/failure.ts";

/**
 * The database server in which the service stores its data: the flag, or else PARLEY_DATABASE_URL; undefined
 * for the embedded store. --memory overrides the environment but conflicts with the flag.
 *
 * @throws Failure (usage). It does not repeat the URL, which may contain a password.
 */
export function databaseUrl(
  flag: string | undefined,
  memory: boolean,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (memory && flag !== undefined) throw usage("--database-url and --memory cannot be used together");
  if (memory) return undefined;
  const url = flag ?? (env["PARLEY_DATABASE_URL"] || undefined);
  if (url === undefined || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) return url;
  throw usage("not a valid database URL", {
    where: flag === undefined ? "PARLEY_DATABASE_URL" : "--database-url",
    hint: "use postgres://user:password@host:5432/database; %-encode any of @ : / ? # in the password",
  });
}
