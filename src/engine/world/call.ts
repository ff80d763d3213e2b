/** A call of a tool: a world, its state and the arguments → the answer and what has changed. The same gives the same. */
import { isObject } from "../../contract/is-object.ts";
import { WORLD_LIMITS } from "../../contract/limits.ts";
import { turnRng } from "../random.ts";
import { nearMiss } from "../rules-language/near-miss.ts";
import { argumentFault } from "./arguments.ts";
import { FoundRow, holds, jsonOf, RowMatcher, read, type Scope, take, WorldBroken } from "./evaluate.ts";
import { Draft, type State } from "./state.ts";
import { flatSteps } from "./steps.ts";
import type { Columns, Step } from "./tree.ts";
import type { Change, Table, Tool, Values, World } from "./world.ts";

export interface ToolRequest {
  readonly tool: string;
  readonly arguments: unknown;
  /** How often this tool was called in the conversation, with this call: it decides which calls fail. */
  readonly nth: number;
  /** When the conversation began: its now, unless the world has a clock. ISO 8601. */
  readonly began_at: string;
}

export interface ToolAnswer {
  /**
   * 200; 400: the arguments do not fit; 404: no such tool; 422: a step failed; 429, 500 and 504 (no answer in time):
   * the world says that this call fails, or is itself at fault (500, with `fault`).
   */
  readonly status: number;
  readonly answer: unknown;
  readonly changes: readonly Change[];
  /** How long the answer takes. */
  readonly wait_ms: number;
  /** What is wrong with the world itself: the agent is not to blame. */
  readonly fault?: string;
  /** Numbers of the steps that it took, each once. Absent if it reached none. */
  readonly ran?: readonly number[];
  /** The number of the step that failed as its tool says. */
  readonly failed?: number;
}

/** How long an agent waits for an answer that never comes, until the connection is closed. */
const TIMEOUT_MS = 30_000;

/** A step has failed as its tool says: the agent is told why. */
class Failed extends Error {
  readonly step: Step;

  constructor(message: string, step: Step) {
    super(message);
    this.step = step;
  }
}

export function callTool(world: World, state: State, request: ToolRequest): ToolAnswer {
  const tool = world.tools.get(request.tool);
  if (!tool) return refused(404, unknownTool(world, request.tool), 0);
  const wait_ms = tool.latency_ms;
  const injected = faultOf(world, tool, request.nth);
  if (injected === "timeout") return refused(504, `${tool.name} did not answer in time`, TIMEOUT_MS);
  if (injected !== undefined)
    return refused(injected, injected === 429 ? "too many requests" : "internal error", wait_ms);
  const given = request.arguments ?? {};
  const misfit = argumentFault(tool.input, given);
  if (misfit !== undefined) return refused(400, misfit, wait_ms);
  const now = world.clock ?? request.began_at;
  const scope: Scope = {
    draft: new Draft(state),
    work: { left: WORLD_LIMITS.work },
    names: new Map<string, unknown>([
      ["input", isObject(given) ? given : {}],
      ["now", now],
      ["today", now.slice(0, 10)],
    ]),
  };
  const running = new Running(world, scope);
  try {
    const { answer } = running.all(tool.steps) ?? { answer: { ok: true } };
    const changes = scope.draft.changes();
    const size = JSON.stringify(answer).length;
    if (size > WORLD_LIMITS.answer)
      throw new WorldBroken(
        `the answer has ${size} characters, more than ${WORLD_LIMITS.answer} (limit: answer)`,
      );
    return { status: 200, answer, changes, wait_ms, ...running.taken(tool) };
  } catch (error) {
    if (error instanceof Failed)
      return { ...refused(422, error.message, wait_ms), ...running.taken(tool, error.step) };
    if (!(error instanceof WorldBroken)) throw error;
    const fault = `${tool.name}: ${error.message}`;
    return { ...refused(500, "internal error", wait_ms), fault, ...running.taken(tool) };
  }
}

const refused = (status: number, error: string, wait_ms: number): ToolAnswer => ({
  status,
  answer: { error },
  changes: [],
  wait_ms,
});

/** What an agent is told that calls a tool that is not there. */
function unknownTool({ tools }: World, name: string): string {
  const near = nearMiss(name.slice(0, 100), [...tools.keys()]);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  return `no tool is called ${JSON.stringify(name.slice(0, 100))}${meant}`;
}

function faultOf({ seed }: World, { name, faults }: Tool, nth: number): 500 | 429 | "timeout" | undefined {
  return faults.find(({ share, call }, at) =>
    call === undefined ? turnRng(seed, `fault ${at} of ${name}`, nth)() < (share ?? 0) : call === nth,
  )?.answer;
}

class Running {
  private readonly world: World;
  private readonly scope: Scope;
  private readonly done = new Set<Step>();
  private changed = 0;

  constructor(world: World, scope: Scope) {
    this.world = world;
    this.scope = scope;
  }

  /** What is stored of the steps: a condition that fails is not among those that ran. */
  taken({ steps }: Tool, failed?: Step): Pick<ToolAnswer, "ran" | "failed"> {
    const numbers = new Map(flatSteps(steps).map((step, at) => [step, at + 1]));
    const ran = [...this.done].flatMap((step) => numbers.get(step) ?? []);
    const number = failed && numbers.get(failed);
    return { ...(ran.length > 0 && { ran }), ...(number !== undefined && { failed: number }) };
  }

  all(steps: readonly Step[]): { readonly answer: unknown } | undefined {
    for (const step of steps) {
      // These have steps of their own, which may end the call.
      if (step.kind === "if" || step.kind === "each") this.done.add(step);
      const answered = this.runStep(step);
      this.done.add(step);
      if (answered) return answered;
    }
    return undefined;
  }

  private runStep(step: Step): { readonly answer: unknown } | undefined {
    const { scope } = this;
    const { names } = scope;
    take(scope.work, 1);
    switch (step.kind) {
      case "find":
        names.set(step.name, this.find(step));
        return undefined;
      case "require":
        if (!holds(step.condition, scope)) throw new Failed(inWords(jsonOf(step.fail, scope)), step);
        return undefined;
      case "insert": {
        const row = this.insert(step);
        if (step.name !== undefined) names.set(step.name, row);
        return undefined;
      }
      case "update": {
        const columns = (row: FoundRow) => ({ ...this.valuesOf(row), ...this.columns(step.columns) });
        for (const row of this.rows(step.name)) this.put(row.table, row.number, columns(row));
        return undefined;
      }
      case "delete":
        for (const { table, number } of this.rows(step.name)) this.put(table, number, null);
        return undefined;
      case "set":
        names.set(step.name, read(step.value, scope));
        return undefined;
      case "if":
        return this.all(holds(step.condition, scope) ? step.steps : step.otherwise);
      case "each": {
        const items = read(step.of, scope);
        if (!Array.isArray(items))
          throw new WorldBroken(`\`for each\` needs a list; found ${JSON.stringify(items)}`);
        for (const item of items) {
          names.set(step.name, item);
          const answered = this.all(step.steps);
          if (answered) return answered;
        }
        return undefined;
      }
      case "answer":
        return { answer: jsonOf(step.value, scope) };
    }
  }

  private find({ table, where, all }: Extract<Step, { kind: "find" }>): FoundRow | FoundRow[] | null {
    const matcher = new RowMatcher(where, this.scope);
    const matching: FoundRow[] = [];
    for (const { number, values } of this.scope.draft.rows.get(table) ?? []) {
      if (!matcher.fits(values)) continue;
      const row = new FoundRow(table, number);
      if (!all) return row;
      matching.push(row);
    }
    return all ? matching : null;
  }

  private rows(name: string): FoundRow[] {
    const value = this.scope.names.get(name) ?? null;
    const rows = Array.isArray(value) ? value : [value];
    if (rows.every((row) => row instanceof FoundRow)) return rows;
    throw new WorldBroken(`no row was found for ${name}: \`require ${name} or fail with …\` comes first`);
  }

  private valuesOf({ table, number }: FoundRow): Values {
    const values = this.scope.draft.valuesOf(table, number);
    if (values) return values;
    throw new WorldBroken(`a row of ${table} was deleted and then changed`);
  }

  private columns({ entries }: Columns): Values {
    return Object.fromEntries(entries.map(({ key, value }) => [key, jsonOf(value, this.scope)]));
  }

  private table(name: string): Table {
    const table = this.world.tables.get(name);
    if (table) return table;
    throw new WorldBroken(`${name} is not a table`);
  }

  private insert(step: Extract<Step, { kind: "insert" }>): FoundRow {
    const [table, given] = [this.table(step.table), this.columns(step.columns)];
    const { draft, work } = this.scope;
    const rows = draft.rows.get(table.name) ?? [];
    if (rows.length >= WORLD_LIMITS.rows)
      throw new WorldBroken(
        `${table.name} has ${rows.length} rows, and a table can have no more (limit: rows)`,
      );
    const number = draft.nextNumber(table);
    const { key } = table;
    let values = given;
    if (key !== undefined) {
      take(work, rows.length);
      const keys = rows.map((row) => row.values[key]);
      if ((given[key] ?? null) === null)
        values = { [key]: this.newKey(table, keys, number), ...without(given, key) };
      else if (keys.includes(given[key]))
        throw new Failed(`${table.name} already has a row with the ${key} ${inWords(given[key])}`, step);
    }
    this.put(table.name, number, values);
    return new FoundRow(table.name, number);
  }

  /** The next number, or a code such as K7Q2MD if the keys are texts. */
  private newKey({ name }: Table, keys: readonly unknown[], number: number): number | string {
    if (!keys.some((key) => typeof key === "string"))
      return keys.reduce((most: number, one) => Math.max(most, one as number), 0) + 1;
    const rng = turnRng(this.world.seed, `key of ${name}`, number);
    for (;;) {
      const code = Array.from({ length: 6 }, () => LETTERS[Math.floor(rng() * LETTERS.length)]).join("");
      if (!keys.includes(code)) return code;
    }
  }

  private put(table: string, number: number, values: Values | null): void {
    this.changed += 1;
    if (this.changed > WORLD_LIMITS.changes)
      throw new WorldBroken(`the call changes more than ${WORLD_LIMITS.changes} rows (limit: changes)`);
    take(this.scope.work, 1);
    this.scope.draft.put(table, number, values);
  }
}

/** Without those that people mistake for one another. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const without = (values: Values, key: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

const inWords = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
