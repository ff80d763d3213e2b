import { SHELLS, scripts } from "../completion/scripts.ts";
import { arg, defineCommand } from "./command.ts";
import { oneOf } from "./parsers.ts";

export const command = defineCommand({
  about:
    "Completes commands, flags, their values, profiles, and ids of agents, simulations and labels that a command " +
    "has listed within the last hour.",
  args: { shell: arg("<shell>", "your shell", oneOf(SHELLS)) },
  examples: [
    ["source <(parley completion bash)", "in the current bash; put it in ~/.bashrc for every new one"],
    ["parley completion fish > ~/.config/fish/completions/parley.fish", "for every fish"],
  ],
  view: { kind: "text", text: String },
  run: async (_, { shell }) => ({ data: scripts[shell] }),
});
