/** Answers to the tool calls of an agent, in place of its tools. */
import { isDeepStrictEqual } from "node:util";
import { Trouble } from "../trouble.ts";

export interface StandIn {
  readonly tool: string;
  /** Parameters that a call must have; all of them must be equal. */
  readonly when?: Readonly<Record<string, unknown>> | undefined;
  readonly output?: unknown;
}

const WORDS_MAXIMUM = 200;

/** The output for a call: of the first stand-in that fits. @param where they are in the test file. @throws Trouble if nobody answers it */
export function answerCall(
  stand_ins: readonly StandIn[],
  { name, parameters }: { readonly name: string; readonly parameters: Readonly<Record<string, unknown>> },
  where: string,
): unknown {
  const stand_in = stand_ins.find(
    ({ tool, when = {} }) =>
      tool === name &&
      Object.entries(when).every(([parameter, value]) => isDeepStrictEqual(parameters[parameter], value)),
  );
  if (stand_in) return stand_in.output ?? null;
  const call = `${name}(${JSON.stringify(parameters).slice(0, WORDS_MAXIMUM)})`;
  const fits = stand_ins.some(({ tool }) => tool === name) ? " with these parameters" : "";
  throw new Trouble(
    `nobody answers the agent's call ${call}${fits}: add \`- { tool: ${name}, output: … }\` to ${where}`,
  );
}
