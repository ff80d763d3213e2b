/**
 * Decides whether a tool may change something now. The client's word is not enough: the server must have been
 * started with the permission. A person must also have been asked, or must have been shown a plan before any
 * conversation was read.
 */
import { acceptedContent, inputRequired, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { Failure } from "../../lib/failure.ts";
import type { Plan } from "./plans.ts";
import { permissionOf, type Tool, type ToolCall } from "./tool.ts";

const Yes = z.object({ yes: z.boolean().describe("true: do it") });

interface Permitted {
  /** If undefined, the client has to ask first, with `request`. */
  readonly go: boolean;
  readonly plan?: Plan | undefined;
  readonly request?: ReturnType<typeof inputRequired>;
}

/** @throws Failure that says what is missing, and which command a person can run instead */
export async function permit(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  call: ToolCall,
  { context, canAsk }: { readonly context: ServerContext; readonly canAsk: boolean },
): Promise<Permitted> {
  const { session } = call;
  const permission = permissionOf(tool);
  if (!permission) return { go: true };
  const instead = tool.commandLine && `a person can run \`${tool.commandLine(input)}\` in a terminal`;
  if (!session.allowed.has(permission))
    throw new Failure("refused", `this server does not allow ${tool.name}`, {
      code: "not_allowed",
      hint: [`start it with \`${session.allow_with} ${permission}\``, instead].filter(Boolean).join(", or "),
    });
  const { plan_id, ...rest } = input;
  const plain = JSON.stringify(rest);
  const whole = JSON.stringify(input);
  const asking = `${tool.name} after a yes`;
  const given = typeof plan_id === "string" ? plan_id : undefined;
  const plan = given === undefined ? undefined : session.plans.find(given, tool.name, plain);
  if (given !== undefined && !plan) throw noPlan();

  const state = context.mcpReq.requestState<string>();
  if (state !== undefined) {
    const asked = session.plans.find(state, asking, whole);
    session.plans.take(state);
    const answer = acceptedContent(context.mcpReq.inputResponses, "confirm", Yes);
    if (!asked || answer?.yes !== true)
      throw new Failure("interrupted", "the person did not agree; nothing was done", { code: "declined" });
    if (plan && !session.plans.take(plan.id)) throw noPlan();
    return { go: true, plan };
  }

  const asks = (await tool.ask?.(input, { ...call, plan })) ?? `Run ${tool.name}?`;
  const { question, text } = typeof asks === "string" ? { question: asks, text: undefined } : asks;
  if (canAsk) {
    const { id } = session.plans.make(asking, whole);
    const message = text === undefined ? question : `${question}\n\n${text}`;
    const confirm = inputRequired.elicit({ message, requestedSchema: Yes });
    return { go: false, request: inputRequired({ inputRequests: { confirm }, requestState: id }) };
  }
  if (session.hasShownConversation)
    throw new Failure("refused", "this needs a person's confirmation, and this client cannot ask for it", {
      code: "needs_yes",
      hint: `a conversation has been shown here, so a plan's id is no longer enough${instead ? `; ${instead}` : ""}`,
    });
  if (plan) {
    if (!session.plans.take(plan.id)) throw noPlan();
    return { go: true, plan };
  }
  const { id } = session.plans.make(tool.name, plain);
  throw new Planned(`nothing was done yet: ${question}`, {
    hint: `show this to the person; if they agree, call ${tool.name} again with the same input and plan_id ${id}`,
    text,
  });
}

/** A change that was planned, to be shown to a person. */
export class Planned extends Failure {
  /** Text that others wrote and that the person should see. */
  readonly text: string | undefined;

  constructor(message: string, { hint, text }: { readonly hint: string; readonly text: string | undefined }) {
    super("refused", message, { code: "plan", hint });
    this.text = text;
  }
}

const noPlan = () =>
  new Failure("conflict", "the plan was not found for this input", {
    code: "no_plan",
    hint: "plans are carried out once, within an hour, with the input that they were made for",
  });
