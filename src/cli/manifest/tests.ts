/** Reads test files: what the agent is, who calls it, and the clauses that their expectations mean. */
import { dirname } from "node:path";
import type { z } from "zod";
import { TestManifest } from "../../contract/schemas/manifests/test.ts";
import type { AgentTool } from "../../engine/tools/tool.ts";
import type { Detail } from "../../lib/failure.ts";
import { checkDocument, pathFault } from "./check.ts";
import { Entry } from "./entry.ts";
import { hintFor } from "./foreign.ts";
import { resolveInclude } from "./includes.ts";
import { meantFor, otherKind } from "./kinds.ts";
import type { Openness } from "./openness.ts";
import type { Parsed, Path } from "./parsed.ts";
import { parseFiles, refuseFaults, type Surroundings } from "./read.ts";
import { callersOf, type TestCaller } from "./test-callers.ts";
import { warnOfGoals, warnOfTools } from "./test-tools.ts";
import { worldFaults } from "./test-world.ts";
import { agentFaults, noHistory, standInFaults, type TestedAgent } from "./tested-agent.ts";
import { readText } from "./text.ts";
import { readToolsFile } from "./tools-file.ts";
import { readWorld, type WorldFile } from "./world-file.ts";

export interface TestFile {
  /** As a person names it. */
  readonly file: string;
  readonly parsed: Parsed;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly agent: TestedAgent;
  /** The tools of the agent, from the file or the one that it names. Undefined if nobody has said. */
  readonly tools: readonly AgentTool[] | undefined;
  readonly callers: readonly TestCaller[];
  readonly max_turns: number | undefined;
  readonly repeat: number | undefined;
  readonly min_pass_rate: number | undefined;
  /** Absolute paths of files that it names. */
  readonly module: string | undefined;
  readonly policies: string | undefined;
  readonly prompt: string | undefined;
  /** The world of its agent. */
  readonly world: WorldFile | undefined;
  readonly prompt_text: string;
}

export interface TestOptions {
  /** The command line has a command, so the file needs none. */
  readonly has_command: boolean;
  readonly openness?: Openness | undefined;
}

/** @throws Failure (usage) with every fault of every file */
export async function readTests(
  files: readonly string[],
  surroundings: Surroundings,
  options: TestOptions,
): Promise<TestFile[]> {
  const parsedFiles = await parseFiles(files, surroundings.cwd);
  const read_tests: { readonly test?: TestFile; readonly faults: readonly Detail[] }[] = [];
  for (const parsed of meantFor(parsedFiles.documents, ["Test"]))
    read_tests.push(await testOf(parsed, surroundings, options));
  const filled = new Set(parsedFiles.documents.map(({ source }) => source.file));
  const empty = parsedFiles.readable
    .filter((file) => !filled.has(file))
    .map((file) => ({ where: file, message: "the file is empty: it has no test" }));
  const faults = [...parsedFiles.faults, ...empty, ...read_tests.flatMap((one) => one.faults)];
  if (faults.length > 0)
    refuseFaults(faults, { hint: await hintFor(parsedFiles.documents, "no test was run") });
  return read_tests.flatMap(({ test }) => test ?? []);
}

/** The test of one document, or its faults. */
export async function testOf(
  parsed: Parsed,
  surroundings: Surroundings,
  { has_command, openness }: TestOptions,
): Promise<{ readonly test?: TestFile; readonly faults: readonly Detail[] }> {
  if ((parsed.value as { readonly kind?: unknown } | null)?.kind !== "Test")
    return { faults: [otherKind(parsed, ["Test"])] };
  const { value, raw, faults: broken } = checkDocument(parsed, TestManifest, surroundings.env, openness);
  if (!value) return { faults: broken };
  const { agent = {}, policies, world, max_turns, repeat, min_pass_rate } = value;
  // As written: the defaults of a digital human must not replace those of the file.
  const { callers } = raw as z.input<typeof TestManifest>;
  const faults: Detail[] = [...agentFaults(parsed, agent, has_command)];
  if (min_pass_rate !== undefined && (repeat ?? 1) === 1)
    faults.push(pathFault(parsed, ["min_pass_rate"], "needs repeat with at least 2 conversations"));
  const entry = new Entry(parsed, []);
  const include = async (path: Path, name: string | undefined): Promise<string | undefined> => {
    if (name === undefined) return undefined;
    try {
      return (await resolveInclude(entry, name, {})).path;
    } catch (error) {
      faults.push(pathFault(parsed, path, (error as Error).message));
      return undefined;
    }
  };
  const read = await callersOf(parsed, callers, {
    no_history: noHistory(agent),
    surroundings,
    openness,
    include,
  });
  faults.push(...read.faults);
  const module = await include(["agent", "module"], agent.module);
  const prompt = await include(["agent", "prompt"], agent.prompt);
  const applied = await include(["policies"], policies);
  const worldFile = await include(["world"], world);
  const inWorld = worldFile === undefined ? undefined : await readWorld(worldFile, surroundings);
  faults.push(...(inWorld?.faults ?? []));
  if (world === undefined || inWorld?.world)
    faults.push(...worldFaults(parsed, read.callers, inWorld?.world, agent.state_probe !== undefined));
  if (world !== undefined && agent.state_probe)
    faults.push(
      pathFault(parsed, ["agent", "state_probe"], "the file has a world, whose tables decide: give only one"),
    );
  const written = await toolsOf(agent, (name) => include(["agent", "tools"], name), surroundings.cwd);
  const tools = inWorld?.world && !agent.tools ? { tools: toolsOfWorld(inWorld.world), faults: [] } : written;
  faults.push(
    ...tools.faults,
    ...(tools.faults.length > 0 ? [] : standInFaults(parsed, agent, tools.tools ?? [])),
  );
  if (faults.length > 0) return { faults };
  if (openness && tools.tools) warnOfTools(parsed, read.callers, tools.tools, openness);
  // An agent that says nothing of its tools may have others besides those of its world.
  if (openness && written.tools) {
    const own = inWorld?.world ? [...written.tools, ...toolsOfWorld(inWorld.world)] : written.tools;
    warnOfGoals(parsed, read.callers, own, openness);
  }
  return {
    faults: [],
    test: {
      file: parsed.source.file,
      parsed,
      folder: dirname(parsed.source.path),
      agent,
      tools: tools.tools,
      callers: read.callers,
      max_turns,
      repeat,
      min_pass_rate,
      module,
      policies: applied,
      prompt,
      world: inWorld?.world,
      prompt_text: prompt === undefined ? "" : await readText(prompt, agent.prompt ?? prompt),
    },
  };
}

/** An agent that says nothing of its tools has those of its world. */
const toolsOfWorld = ({ world }: WorldFile): AgentTool[] =>
  [...world.tools.values()].map(({ name, description, input }) => ({
    name,
    ...(description !== undefined && { description }),
    parameters: input,
  }));

async function toolsOf(
  { tools }: TestedAgent,
  include: (name: string) => Promise<string | undefined>,
  cwd: string,
): Promise<{ readonly tools?: readonly AgentTool[]; readonly faults: readonly Detail[] }> {
  if (typeof tools !== "string") return { ...(tools && { tools }), faults: [] };
  const file = await include(tools);
  return file === undefined ? { faults: [] } : readToolsFile(file, cwd);
}
