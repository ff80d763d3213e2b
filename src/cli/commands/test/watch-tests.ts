/** Runs tests again whenever a file changes, and first what failed. */
import { relative } from "node:path";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { errorText } from "../../render/error.ts";
import { listenForKeys } from "../../terminal/keys.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { watchFiles } from "../../testing/files/watch.ts";
import { lineReport } from "../../testing/reports/lines.ts";
import { isPassed, type TestRun } from "../../testing/results/result.ts";
import type { Tested } from "./run-tests.ts";
import type { Chosen } from "./shared/choose.ts";
import { painted } from "./shared/reporters.ts";

export interface Watching {
  /** Folders of the test files. */
  readonly folders: readonly string[];
  /** Every caller has a line of its own. */
  readonly each: boolean;
  /** Reads the files as they are now. */
  choose(): Promise<readonly Chosen[]>;
  /** @param update whether snapshots are accepted */
  run(chosen: readonly Chosen[], update?: boolean): Promise<Tested>;
}

/** What to run next. `changed`: what failed, and the rest once that passes. */
type Next = "changed" | "all" | "failed" | "update" | "quit";

const KEYS: Readonly<Record<string, Next>> = {
  a: "all",
  "\r": "all",
  "\n": "all",
  f: "failed",
  u: "update",
  q: "quit",
};
const HELP = "waiting for changes; a or Enter: run all, f: what failed, u: accept snapshots, q: quit";

/** Ends with Ctrl-C, or with q at a terminal. */
export async function watchTests(context: Context, { folders, each, choose, run }: Watching): Promise<void> {
  const { terminal, signal, cwd } = context;
  const watched = watchFiles(folders);
  let pressed: Next | undefined;
  let isRunning = false;
  let wake = () => {};
  const stopListening = listenForKeys(terminal, (key) => {
    const wanted = KEYS[key.toLowerCase()];
    if (wanted === undefined) return;
    if (wanted === "quit" && isRunning) terminal.interrupt();
    pressed = wanted;
    wake();
  });
  /** By file, the callers that did not pass when they last ran. */
  let failed: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  const tell = async (chosen: readonly Chosen[], update = false) => {
    if (chosen.length === 0) return true;
    const { run: result, interruption } = await run(chosen, update || undefined);
    const paint = await terminal.outPaint();
    await terminal.write(`${painted(sanitize(lineReport(result, { each })), paint)}\n`);
    if (interruption) throw interruption;
    if (result.files.some(({ trouble }) => trouble !== null)) return false;
    failed = notPassed(result);
    return failed.size === 0;
  };
  const runNext = async (next: Next) => {
    const chosen = await choose();
    const isAgain = ({ test: { file } }: Chosen, name: string) => failed.get(file)?.has(name) === true;
    const before = only(chosen, isAgain);
    const rest = only(chosen, (one, name) => !isAgain(one, name));
    if (next === "all" || next === "update") await tell(chosen, next === "update");
    else if (next === "failed" && before.length === 0) await terminal.note("no caller has failed");
    else if ((await tell(before)) && next === "changed") await tell(rest);
  };
  const nextWish = async (): Promise<Next> => {
    const waiting = new AbortController();
    wake = () => waiting.abort();
    if (pressed) wake();
    const changed = await watched.next(AbortSignal.any([signal, waiting.signal]));
    const wish = pressed ?? (changed === undefined ? "quit" : "changed");
    pressed = undefined;
    if (wish === "changed") await terminal.note(`${relative(cwd, changed ?? "")} has changed`);
    return wish;
  };
  try {
    for (let next: Next = "changed"; next !== "quit" && !signal.aborted; next = await nextWish()) {
      watched.work();
      isRunning = true;
      try {
        await runNext(next);
      } catch (error) {
        // The next change may mend the file.
        if (signal.aborted || !(error instanceof Failure)) throw error;
        await terminal.alert(errorText(error, await terminal.errPaint()), { exact: true });
      }
      isRunning = false;
      await terminal.note(stopListening ? HELP : "waiting for changes; stop with Ctrl-C");
    }
  } finally {
    stopListening?.();
    watched.close();
  }
}

const only = (chosen: readonly Chosen[], wants: (one: Chosen, name: string) => boolean): Chosen[] =>
  chosen
    .map((one) => ({ ...one, names: new Set([...one.names].filter((name) => wants(one, name))) }))
    .filter(({ names }) => names.size > 0);

const notPassed = ({ files }: TestRun) =>
  new Map(
    files
      .map(({ file, callers }) => {
        const names = callers.flatMap(({ name, outcome }) => (isPassed(outcome) ? [] : [name]));
        return [file, new Set(names)] as const;
      })
      .filter(([, names]) => names.size > 0),
  );
