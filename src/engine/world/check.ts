/** What is wrong with steps that could be read: unknown names, tables and columns, and steps that are never reached. */
import type { Mistake } from "../rules-language/errors.ts";
import { unknownName } from "./parse.ts";
import type { Columns, Expression, Name, Step } from "./tree.ts";
import type { Table } from "./world.ts";

export interface Known {
  readonly tables: ReadonlyMap<string, Table>;
  /** The names of the arguments; undefined if any are accepted. */
  readonly arguments: ReadonlySet<string> | undefined;
}

/** What a name stands for. */
type Meaning = { readonly kind: "rows"; readonly table: string } | { readonly kind: "value" };

const OPERATORS = ["$gt", "$gte", "$lt", "$lte", "$in", "$any", "$regex", "$weekday", "$optional"];
const GIVEN = ["input", "now", "today"];

/** The mistakes in the steps of a tool, and those in its answer. */
export function checkSteps(
  steps: readonly Step[],
  answer: readonly Step[],
  known: Known,
): { readonly steps: Mistake[]; readonly answer: Mistake[] } {
  const names = new Map<string, Meaning>(GIVEN.map((name) => [name, { kind: "value" }]));
  const checking = new Checking(known, names);
  const ends = checking.all(steps);
  const mistakes = checking.mistakes.splice(0);
  if (ends && answer.length > 0)
    checking.mistakes.push({ at: 0, message: "this is never reached: the steps answer before" });
  checking.all(answer);
  return { steps: mistakes, answer: checking.mistakes };
}

class Checking {
  readonly mistakes: Mistake[] = [];
  private readonly known: Known;
  private readonly names: Map<string, Meaning>;

  constructor(known: Known, names: Map<string, Meaning>) {
    this.known = known;
    this.names = names;
  }

  /** Whether what follows is never reached. */
  all(steps: readonly Step[]): boolean {
    let ends = false;
    for (const step of steps) {
      if (ends) {
        this.tell(step.at, "this step is never reached: the tool has already answered");
        return true;
      }
      ends = this.checkStep(step);
    }
    return ends;
  }

  private checkStep(step: Step): boolean {
    switch (step.kind) {
      case "find": {
        const table = this.table(step.table, step.at);
        if (step.where) this.matcher(step.where, table);
        this.give(step.name, { kind: "rows", table: step.table }, step.at);
        return false;
      }
      case "require":
        this.expression(step.condition);
        this.expression(step.fail);
        if (step.condition.kind !== "literal") return false;
        this.tell(
          step.at,
          step.condition.value
            ? "this condition always holds"
            : "this condition never holds, so nothing after it is reached",
        );
        return false;
      case "insert": {
        const table = this.table(step.table, step.at);
        this.columns(step.columns, table);
        if (step.name !== undefined) this.give(step.name, { kind: "rows", table: step.table }, step.at);
        return false;
      }
      case "update":
      case "delete": {
        const meaning = this.names.get(step.name);
        if (meaning?.kind !== "rows") {
          const rows = [...this.names].flatMap(([name, { kind }]) => (kind === "rows" ? [name] : []));
          this.mistakes.push(
            unknownName(step.at, "a row that an earlier step finds or inserts", step.name, rows),
          );
        }
        const table = meaning?.kind === "rows" ? this.known.tables.get(meaning.table) : undefined;
        if (step.kind === "update") this.columns(step.columns, table);
        return false;
      }
      case "set":
        this.expression(step.value);
        this.give(step.name, this.meaningOf(step.value), step.at);
        return false;
      case "if": {
        this.expression(step.condition);
        const ends = [this.all(step.steps), this.all(step.otherwise)];
        return ends.every(Boolean);
      }
      case "each":
        this.expression(step.of);
        this.give(step.name, this.meaningOf(step.of), step.at);
        this.all(step.steps);
        return false;
      case "answer":
        this.expression(step.value);
        return true;
    }
  }

  private meaningOf(value: Expression): Meaning {
    const [first = "", ...rest] = value.kind === "name" ? value.path : [];
    return (rest.length === 0 && this.names.get(first)) || { kind: "value" };
  }

  private give(name: string, meaning: Meaning, at: number): void {
    if (GIVEN.includes(name)) this.tell(at, `\`${name}\` is given to every tool; choose another name`);
    else this.names.set(name, meaning);
  }

  private table(name: string, at: number): Table | undefined {
    const table = this.known.tables.get(name);
    if (!table)
      this.mistakes.push(unknownName(at, "a table of this world", name, [...this.known.tables.keys()]));
    return table;
  }

  private column(name: string, table: Table | undefined, at: number): void {
    if (!table || table.columns.has(name)) return;
    this.mistakes.push(unknownName(at, `a column of ${table.name}`, name, [...table.columns]));
  }

  private columns({ entries }: Columns, table: Table | undefined): void {
    for (const { key, value, at } of entries) {
      this.column(key, table, at);
      this.expression(value);
    }
  }

  private matcher({ entries }: Columns, table: Table | undefined): void {
    for (const { key, value, at } of entries) {
      this.column(key, table, at);
      this.matched(value);
    }
  }

  private matched(value: Expression): void {
    if (value.kind !== "object") {
      this.expression(value);
      return;
    }
    const operator = value.entries.find(({ key }) => key.startsWith("$"));
    if (operator && value.entries.length > 1)
      this.tell(operator.at, `an object with \`${operator.key}\` cannot have other keys`);
    if (operator && !OPERATORS.includes(operator.key))
      this.mistakes.push(unknownName(operator.at, "an operator", operator.key, OPERATORS));
    for (const { value: inner } of value.entries) this.matched(inner);
  }

  private expression(value: Expression): void {
    switch (value.kind) {
      case "name":
        this.named(value);
        return;
      case "template":
        for (const part of value.parts) if (typeof part !== "string") this.named(part);
        return;
      case "object":
        for (const { value: inner } of value.entries) this.expression(inner);
        return;
      case "array":
        for (const item of value.items) this.expression(item);
        return;
      case "arithmetic":
      case "compare":
        this.expression(value.left);
        this.expression(value.right);
        return;
      case "and":
      case "or":
        for (const term of value.terms) this.expression(term);
        return;
      case "not":
        this.expression(value.term);
        return;
      case "count":
      case "sum":
        this.expression(value.of);
        return;
      case "item":
        this.expression(value.of);
        this.expression(value.key);
        return;
      case "literal":
    }
  }

  private named({ path: [first = "", second], at }: Name): void {
    const meaning = this.names.get(first);
    if (!meaning) {
      this.mistakes.push(
        unknownName(at, "known here: it is neither `input` nor a name that a step before has given", first, [
          ...this.names.keys(),
        ]),
      );
      return;
    }
    if (second === undefined) return;
    if (meaning.kind === "rows") this.column(second, this.known.tables.get(meaning.table), at);
    if (first === "input" && this.known.arguments && !this.known.arguments.has(second))
      this.mistakes.push(unknownName(at, "an argument of this tool", second, [...this.known.arguments]));
  }

  private tell(at: number, message: string): void {
    this.mistakes.push({ at, message });
  }
}
