/** Where the service stores: options that `serve` and `admin` share, and what may be wrong with the place. */
import { join, resolve } from "node:path";
import { databaseUrl } from "../config/database.ts";
import { dataFolder } from "../config/paths.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { option } from "./command.ts";

export const dataOption = option("--data <folder>", "folder of the data (default: the user's data folder)");

export const blobsOption = option(
  "--blobs <url>",
  "keep recordings in an S3 store, s3://bucket/prefix?endpoint=https://host&region=name, instead of the data folder (default: PARLEY_BLOBS)",
);

interface Given {
  readonly data: string | undefined;
  readonly memory: boolean;
  readonly database_url: string | undefined;
}

/** @returns no folder where everything stays in memory, no URL where the store is embedded */
export function storePlace(
  { cwd, env, platform }: Pick<Context, "cwd" | "env" | "platform">,
  { data, memory, database_url }: Given,
) {
  const folder = memory ? undefined : resolve(cwd, data ?? join(dataFolder(env, platform), "service"));
  return { data: folder, database_url: databaseUrl(database_url, memory, env) };
}

/** Names of faults, of files and of SQLite, by which a folder cannot be written as it stands. */
const UNWRITABLE = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EISDIR", "EEXIST", "ELOOP", "ENAMETOOLONG"],
  ...["SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM"],
]);

const sqliteCode = (error: unknown) => String((error as { sqliteCodeName?: unknown }).sqliteCodeName ?? "");

/** Without the code in front and the path behind, which stand in the message already. */
const reason = (message: string) => message.replace(/^E[A-Z]+: /, "").replace(/, \w+ '.*'$/s, "");

/** A store that cannot be opened, as a failure; anything else as it is. */
export function explainStore(error: unknown, folder: string | undefined): unknown {
  const { name, message, code, path } = error as NodeJS.ErrnoException;
  if (folder !== undefined && (UNWRITABLE.has(code ?? "") || UNWRITABLE.has(sqliteCode(error))))
    return new Failure("usage", `cannot write to ${path ?? folder}: ${reason(message)}`, {
      where: "--data",
      hint: "the folder and all files in it must belong to the user who runs parley, on a disk that can be written; or give another --data",
    });
  if (code === "ENOSPC" || sqliteCode(error) === "SQLITE_FULL")
    return new Failure("failed", `there is no space left on the disk of ${folder ?? "the recordings"}`, {
      where: "--data",
      hint: "free some space, or give another --data",
    });
  if (name === "StoreEmptied")
    return new Failure("failed", message, {
      where: folder ?? "memory",
      code: "store_emptied",
      hint: "put a copy of the folder back; to start anew without what was stored, delete store.mark, or give another --data",
    });
  if (name === "StoreUnusable")
    return new Failure("usage", `the database cannot be used: ${message}`, {
      where: "--database-url",
      hint: "check host, port, user, password and database, and that the user may create tables in it",
    });
  if (name === "BlobsUnusable")
    return new Failure("usage", `the store for recordings cannot be used: ${message}`, {
      where: "--blobs",
      hint: "check bucket, endpoint, region and credentials; the key must be allowed to put, get and delete objects",
    });
  if (name === "StoreDamaged" || /malformed|not a database|disk I\/O error/.test(message))
    return new Failure("failed", `the database is damaged: ${message}`, {
      where: folder ?? "memory",
      code: "database",
      hint: "nothing was changed; put a copy of the folder back, or start with another --data",
    });
  if (name === "StoreHeld")
    return new Failure("failed", message, {
      where: folder ?? "memory",
      code: "store_held",
      hint: "stop it first; several services need a PostgreSQL database (--database-url)",
    });
  return error;
}
