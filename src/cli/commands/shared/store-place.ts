/** Where the service stores its data: options that `serve` and `admin` share, and errors about the place. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure, usage } from "../../../lib/failure.ts";
import { databaseUrl } from "../../config/database.ts";
import { dataFolder } from "../../config/paths.ts";
import type { Context } from "../../context.ts";
import { option } from "../command.ts";

export const dataOption = option("--data <folder>", "data folder (default: the user's data folder)");

export const blobsOption = option(
  "--blobs <url>",
  "keep recordings in an S3 store, s3://bucket/prefix?endpoint=https://host&region=name, instead of the data folder (default: PARLEY_BLOBS)",
);

interface Given {
  readonly data: string | undefined;
  readonly memory: boolean;
  readonly database_url: string | undefined;
}

/** @returns no folder if everything stays in memory, and no URL if the store is embedded */
export function storePlace(
  { cwd, env, platform }: Pick<Context, "cwd" | "env" | "platform">,
  { data, memory, database_url }: Given,
) {
  const folder = memory ? undefined : resolve(cwd, data ?? join(dataFolder(env, platform), "service"));
  return { data: folder, database_url: databaseUrl(database_url, memory, env) };
}

/**
 * The place for `serve`. If there is a database, --data is the folder of the recordings.
 *
 * @throws Failure (usage) if --data names a store and the environment names another, or nothing is to be kept
 */
export function servicePlace(context: Pick<Context, "cwd" | "env" | "platform">, given: Given) {
  if (given.memory && given.data !== undefined)
    throw usage("--memory keeps no data after the service stops, so it does not go with --data", {
      where: "--data",
      hint: "leave out --memory to keep the data in the folder",
    });
  const place = storePlace(context, given);
  const { data, database_url } = place;
  const isFromEnvironment = database_url !== undefined && given.database_url === undefined;
  if (isFromEnvironment && given.data !== undefined && data && existsSync(join(data, "parley.db")))
    throw usage(`there is a store in ${data}, but PARLEY_DATABASE_URL names ${describePlace(place)}`, {
      where: "--data",
      hint: "unset PARLEY_DATABASE_URL to serve the folder; to serve the database, name it with --database-url",
    });
  return place;
}

/** A place in words, without the password of a database. */
export function describePlace({ data, database_url }: ReturnType<typeof storePlace>): string {
  if (database_url === undefined) return data ?? "memory only";
  const { host, pathname } = new URL(database_url);
  return `the PostgreSQL database ${host}${pathname}`;
}

/** Where the recordings are if they are not in the folder of the store; undefined if they are. */
export function recordingsBeside(
  { data, database_url }: ReturnType<typeof storePlace>,
  s3: { readonly bucket: string } | undefined,
): string | undefined {
  if (s3) return `the bucket ${s3.bucket}`;
  return database_url === undefined ? undefined : data;
}

/** Error codes of the file system and of SQLite which mean that the folder cannot be written. */
const UNWRITABLE = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EISDIR", "EEXIST", "ELOOP", "ENAMETOOLONG"],
  ...["SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM"],
]);

const sqliteCode = (error: unknown) => String((error as { sqliteCodeName?: unknown }).sqliteCodeName ?? "");

/** The message without the code at the beginning and the path at the end, which the failure already gives. */
const reason = (message: string) => message.replace(/^E[A-Z]+: /, "").replace(/, \w+ '.*$/s, "");

/** Turns an error about opening the store into a failure. Returns other errors unchanged. */
export function explainStore(error: unknown, folder: string | undefined): unknown {
  const { name, message, code, path } = error as NodeJS.ErrnoException;
  if (folder !== undefined && (UNWRITABLE.has(code ?? "") || UNWRITABLE.has(sqliteCode(error))))
    return new Failure("usage", `cannot write to ${path ?? folder}: ${reason(message)}`, {
      where: "--data",
      hint: "the user who runs parley must own the folder and all files in it, and the disk must be writable; or choose another --data",
    });
  if (code === "ENOSPC" || sqliteCode(error) === "SQLITE_FULL")
    return new Failure("failed", `no space left on the disk of ${folder ?? "the recordings"}`, {
      where: "--data",
      hint: "free some space, or choose another --data",
    });
  if (name === "StoreEmptied")
    return new Failure("failed", message, {
      where: folder ?? "memory",
      code: "store_emptied",
      hint: "restore a copy of the folder; to start with an empty store, delete store.mark or choose another --data",
    });
  if (name === "StoreUnusable")
    return new Failure("usage", `cannot use the database: ${message}`, {
      where: "--database-url",
      hint: "check the host, port, user, password and database, and that the user may create tables",
    });
  if (name === "BlobsUnusable")
    return new Failure("usage", `cannot use the recording store: ${message}`, {
      where: "--blobs",
      hint: "check the bucket, endpoint, region and credentials; the key must be allowed to put, get and delete objects",
    });
  if (name === "StoreNewer")
    return new Failure("usage", message, {
      hint: "nothing was changed; use the newer version of parley, or import a backup into a new store",
    });
  if (name === "StoreUnreleased")
    return new Failure("usage", message, {
      hint: "nothing was changed; start with another --data or an empty database, and add the data again",
    });
  if (name === "StoreDamaged" || /malformed|not a database|disk I\/O error/.test(message))
    return new Failure("failed", `the database is damaged: ${message}`, {
      where: folder ?? "memory",
      code: "database",
      hint: "nothing was changed; restore a copy of the folder, or start with another --data",
    });
  if (name === "StoreHeld")
    return new Failure("failed", message, {
      where: folder ?? "memory",
      code: "store_held",
      hint: "stop it first; to run several services, use a PostgreSQL database (--database-url)",
    });
  return error;
}
