/** What can be reached of an agent, asked of any service. */

/** Asks the service. Undefined if it has nothing, such as what was deleted since. */
export type AskGround = (
  operation:
    | "list_prompt_policies"
    | "get_agent"
    | "list_digital_humans"
    | "get_prompt"
    | "get_knowledge_base",
  params: Readonly<Record<string, string | number>>,
) => Promise<unknown>;
