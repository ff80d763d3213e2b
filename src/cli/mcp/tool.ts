/** A tool as data: its input and output, the operations behind it, and the command that does its work. */
import type { z } from "zod";
import { endpoints, type Operation } from "../../contract/endpoints.ts";
import type { Permission } from "../commands/shared/permissions.ts";
import type { Plan } from "./plans.ts";
import type { Asked, Session } from "./session.ts";

export interface ToolCall extends Asked {
  readonly session: Session;
  /** The plan that is being carried out, if the tool applies one. */
  readonly plan?: Plan | undefined;
}

export interface Answered<O> {
  readonly data: O;
  /** Text that a person or a conversation wrote. It reaches the client only between marks. */
  readonly text?: string | undefined;
  /** A sentence of this program's own. */
  readonly note?: string | undefined;
}

/** What a person is asked, and text that others wrote and that the person should see with it. */
export interface Asking {
  readonly question: string;
  readonly text: string;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Every operation that the tool may call. */
  readonly operations: readonly Operation[];
  /** It moves a label, for which `--allow write` is not enough. */
  readonly releases?: true;
  /** For tools that change something: a question to a person that says what will happen. */
  ask?(input: z.output<I>, call: ToolCall): Promise<string | Asking>;
  /** The command line that does the same, for a person to run. */
  readonly commandLine?: (input: z.output<I>) => string;
  run(input: z.output<I>, call: ToolCall): Promise<Answered<z.output<O>>>;
}

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool =>
  tool as unknown as Tool;

/** Operations that have an effect outside the service, such as calling an agent or fetching a URL. */
const REACH_OUT: readonly Operation[] = [
  "queue_http_text_simulation_run",
  "queue_simulation_run",
  "evaluate",
];
/** Operations that replace something that exists. */
const REPLACE: readonly Operation[] = ["update_digital_human", "add_prompt_labels", "review_prompt_policies"];

/** The hints of a tool. They come from the table of the contract, never from the tool itself. */
export function hintsOf({ operations }: Pick<Tool, "operations">) {
  const repeats = operations.map((operation) => endpoints[operation].repeat);
  const isReading = repeats.every((repeat) => repeat === "safe");
  return {
    readOnlyHint: isReading,
    destructiveHint: operations.some((operation) => REPLACE.includes(operation)),
    idempotentHint: repeats.every((repeat) => repeat !== "once"),
    openWorldHint: operations.some((operation) => REACH_OUT.includes(operation)),
  };
}

/** The permission that the server needs for a tool; undefined for tools that only read. */
export function permissionOf(tool: Tool): Permission | undefined {
  if (hintsOf(tool).readOnlyHint) return undefined;
  return tool.releases ? "release" : "write";
}
