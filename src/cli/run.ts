/**
 * Handles one command line from start to end: parse, run, render. Every error becomes text and an exit code
 * here.
 */
import { DryRun } from "../client/dry-run.ts";
import { endpoints } from "../contract/endpoints.ts";
import { EXIT_CODES, Failure, usage } from "../lib/failure.ts";
import type { Command } from "./commands/command.ts";
import { cacheFolder } from "./config/paths.ts";
import { Context } from "./context.ts";
import { type Invocation, parse } from "./program.ts";
import { absentFields, type RenderOptions, render, shownItems } from "./render/render.ts";
import type { Output, View } from "./render/view.ts";
import { sanitize } from "./terminal/sanitize.ts";
import { type Streams, Terminal } from "./terminal/terminal.ts";

export interface Surroundings {
  readonly argv: readonly string[];
  readonly streams: Streams;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly nodeVersion: string;
  readonly signal: AbortSignal;
}

/** Returns the exit code. Never throws. */
export async function run(surroundings: Surroundings): Promise<number> {
  const { exitCode, terminal } = await runLine(surroundings);
  const fault = terminal.outputFault;
  if (!fault) return exitCode;
  const reported = await report(fault, surroundings, terminal);
  return exitCode === EXIT_CODES.done ? reported : exitCode;
}

async function runLine(surroundings: Surroundings): Promise<{ exitCode: number; terminal: Terminal }> {
  const { argv, streams, version } = surroundings;
  let terminal = new Terminal(streams, {
    noColour: argv.includes("--no-color"),
    noInput: false,
    quiet: false,
  });
  try {
    const parsed = await parse(argv, version, terminal.columns);
    if ("print" in parsed) {
      await terminal.write(parsed.print);
      return { exitCode: EXIT_CODES.done, terminal };
    }
    const { no_color: noColour, no_input: noInput, quiet } = parsed.run.globals;
    terminal = new Terminal(streams, { noColour, noInput, quiet });
    return { exitCode: await runCommand(parsed.run, surroundings, terminal), terminal };
  } catch (error) {
    return { exitCode: await report(error, surroundings, terminal), terminal };
  }
}

async function runCommand(
  { command, globals, input }: Invocation,
  surroundings: Surroundings,
  terminal: Terminal,
) {
  if (globals.raw && globals.query === undefined)
    throw usage("--raw requires --query", { hint: "for example --query call_id --raw" });
  // Finds a mistake in the query before anything is sent.
  if (globals.query !== undefined) (await import("./render/query.ts")).checkQuery(globals.query);
  const context = new Context({ ...surroundings, terminal, globals });
  try {
    await requireOffered(command, context);
    const {
      data,
      ids,
      hint,
      failure,
      view = command.view,
      exitCode = EXIT_CODES.done,
    } = await command.run(context, input as never);
    const output: Output = globals.json ? "json" : (globals.output ?? "table");
    const onlyIds = globals.quiet && output === "table" && !globals.fields && globals.query === undefined;
    if (ids && onlyIds) await terminal.write(ids.map((id) => `${id}\n`).join(""));
    const unshown = ids && onlyIds ? undefined : await show(context, output, data, view);
    if (hint && output === "table") await terminal.note(hint);
    // A deletion may be answered without a body.
    else if (data === null && output === "table") await terminal.note("done; the service sent nothing back");
    // The command's result matters more than a query that does not fit it.
    const shownCode = unshown ? await report(unshown, surroundings, terminal) : EXIT_CODES.done;
    if (failure) return report(failure, surroundings, terminal);
    return exitCode === EXIT_CODES.done ? shownCode : exitCode;
  } catch (error) {
    if (!(error instanceof DryRun)) throw await context.explain(error);
    await showDryRun(error, context);
    return EXIT_CODES.done;
  } finally {
    await context.close();
  }
}

/**
 * If a command needs an operation that only Parley's service has, finds out whether the service has it before
 * anything is sent.
 */
async function requireOffered({ needs = [] }: Command, context: Context): Promise<void> {
  const own = needs.filter((operation) => endpoints[operation].tier === "own");
  if (own.length === 0 || context.isDryRun) return;
  const folder = cacheFolder(context.env, context.platform);
  await (await import("./commands/shared/offered.ts")).requireOffered(context, { needs: own, folder });
}

/** Prints the data. Returns why it could not be shown. */
async function show(
  context: Context,
  output: Output,
  data: unknown,
  view: View | undefined,
): Promise<Failure | undefined> {
  if (data === undefined) return undefined;
  try {
    await context.terminal.write(await render(data, view, await renderOptions(context, output)));
    await warnOfAbsentFields(context, data, view);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

async function warnOfAbsentFields({ globals, terminal }: Context, data: unknown, view: View | undefined) {
  const { fields, query } = globals;
  if (!fields || query !== undefined) return;
  const absent = absentFields(data, view, fields);
  if (absent.length === 0) return;
  const { absentFieldLines } = await import("./render/absent-fields.ts");
  for (const line of absentFieldLines(absent, shownItems(data, view)))
    await terminal.note(`warning: ${line}`);
}

async function renderOptions({ globals, terminal }: Context, output: Output): Promise<RenderOptions> {
  return {
    output,
    fields: globals.fields,
    query: globals.query,
    raw: globals.raw,
    screen: terminal.outIsTerminal
      ? { columns: terminal.columns, paint: await terminal.outPaint() }
      : undefined,
    now: new Date(),
  };
}

async function showDryRun({ requests }: DryRun, context: Context): Promise<void> {
  const { asCurl, asText, showRequest } = await import("../client/show-request.ts");
  const { base_url } = await context.settings();
  const shown = requests.map((request) => showRequest(request, base_url.value));
  const { globals, terminal } = context;
  const asData = globals.json || (globals.output !== undefined && globals.output !== "table");
  if (globals.curl) await terminal.write(`${shown.map(asCurl).join("\n\n")}\n`);
  else if (asData)
    await terminal.write(
      await render(
        shown.length === 1 ? shown[0] : shown,
        undefined,
        await renderOptions(context, globals.output ?? "json"),
      ),
    );
  else await terminal.write(shown.map((request) => `${asText(request)}\n`).join("\n"));
}

async function report(error: unknown, { argv, signal }: Surroundings, terminal: Terminal): Promise<number> {
  const failure = await toFailure(error, signal);
  const json = argv.includes("--json") || /(?:^|\s)(?:-o|--output)[ =]?json(?:\s|$)/.test(argv.join(" "));
  // Loaded only for a failure.
  const { errorJson, wrappedError } = await import("./render/error.ts");
  const text = json
    ? errorJson(failure)
    : await wrappedError(failure, await terminal.errPaint(), terminal.errColumns);
  await terminal.alert(text, { exact: true });
  if (argv.includes("--debug") && failure.outcome === "failed" && error instanceof Error)
    await terminal.alert(sanitize(String(error.stack)), { exact: true });
  return failure.exitCode;
}

async function toFailure(error: unknown, signal: AbortSignal): Promise<Failure> {
  if (error instanceof Failure) return error;
  const name = error instanceof Error ? error.name : "";
  if (signal.aborted || name === "ExitPromptError" || name === "AbortPromptError")
    return signal.reason instanceof Failure ? signal.reason : new Failure("interrupted", "interrupted");
  const fault = (await import("./system-fault.ts")).systemFault(error);
  if (fault) return fault;
  return new Failure("failed", error instanceof Error ? error.message : String(error), {
    code: "internal",
    hint: "this is a bug in parley; run it with `--debug` for details",
    cause: error,
  });
}
