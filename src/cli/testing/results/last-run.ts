/** The last run is kept beside the tests: `--last-failed` reads it. Nothing of it belongs into a repository. */
import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { usage } from "../../../lib/failure.ts";
import { readNamedFile } from "../../../lib/files.ts";
import { writeNamedFile } from "../../write-files.ts";
import { isPassed, type TestRun } from "./result.ts";

const MAXIMUM = 256e6;
const placeIn = (folder: string) => join(folder, ".parley", "test");
const storesIn = (folder: string) => join(placeIn(folder), "stores");
const runFileIn = (folder: string) => join(placeIn(folder), "last-run.json");

/** Where the store of each test file belongs, by its place in the run. */
export const storeOf =
  (folder: string) =>
  (index: number): string =>
    join(storesIn(folder), String(index + 1));

/** Makes room for a run: the one before is deleted. @throws Failure (usage), or the system's error */
export async function makeRoom(folder: string): Promise<void> {
  const place = placeIn(folder);
  const stores = storesIn(folder);
  // A stranger's repository may come with a link in place of a folder.
  for (const inside of [join(folder, ".parley"), place, stores]) {
    if (lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink())
      throw usage("this is a link, so the run is not kept there", { where: inside });
    if (inside === stores) rmSync(stores, { recursive: true, force: true });
    // With `recursive`, a disk that is read-only would be told as a folder that does not exist.
    if (!existsSync(inside)) mkdirSync(inside);
  }
  const ignore = join(place, ".gitignore");
  if (!existsSync(ignore)) await writeNamedFile(ignore, "*\n");
}

export const keepRun = (folder: string, run: TestRun): Promise<void> =>
  writeNamedFile(runFileIn(folder), JSON.stringify(run));

/** The test files of the last run whose conversations are kept, each with its store. */
export async function keptStores(
  folder: string,
): Promise<{ readonly file: string; readonly store: string }[]> {
  const files = (await lastRun(folder))?.files ?? [];
  return files
    .map(({ file }, index) => ({ file, store: storeOf(folder)(index) }))
    .filter(({ store }) => existsSync(join(store, "parley.db")));
}

async function lastRun(folder: string): Promise<Pick<TestRun, "files"> | undefined> {
  const file = runFileIn(folder);
  if (!existsSync(file)) return undefined;
  try {
    const run: TestRun = JSON.parse((await readNamedFile(file, MAXIMUM)).toString());
    return Array.isArray(run.files) ? run : undefined;
  } catch {
    return undefined;
  }
}

/** The callers of each file that did not pass in the last run. Undefined if there was none that can be read. */
export async function lastFailed(
  folder: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined> {
  const run = await lastRun(folder);
  return (
    run &&
    new Map(
      run.files.map(({ file, callers }) => [
        file,
        new Set(callers.flatMap(({ name, outcome }) => (isPassed(outcome) ? [] : [name]))),
      ]),
    )
  );
}
