import { readProfiles } from "../../config/profiles.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  examples: [["parley auth list", "the stored profiles; the current one is marked"]],
  view: {
    kind: "rows",
    columns: [
      "profile",
      "base_url",
      "agent",
      { title: "current", value: (row: { current: boolean }) => (row.current ? "*" : "") },
    ],
    empty: "no profiles; `parley auth login` stores one",
  },
  async run(context) {
    const { current, profiles } = readProfiles(context.configFolder);
    const data = Object.entries(profiles).map(([profile, { base_url, agent }]) => ({
      profile,
      base_url,
      agent: agent ?? null,
      current: profile === current,
    }));
    return { data };
  },
});
