import { withoutKey } from "../../config/settings.ts";
import { defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  about:
    "Shows which profile, base URL and key are used and where each comes from, and asks the service whether it accepts the key.",
  options: { offline: flag("--offline", "do not ask the service") },
  examples: [
    ["parley auth status", "the current settings, and whether the service accepts the key"],
    ["parley auth status --offline --json", "the same for a script, without sending a request"],
  ],
  view: { kind: "record" },
  async run(context, { offline }) {
    const { profile, base_url, api_key, key_refused, agent, project_file } = await context.settings();
    const data = {
      profile: profile?.value ?? null,
      profile_source: profile?.source ?? null,
      base_url: base_url.value,
      base_url_source: base_url.source,
      api_key: api_key ? shorten(api_key.value) : null,
      api_key_source: api_key?.source ?? null,
      agent: agent?.value ?? null,
      agent_source: agent?.source ?? null,
      project_file: project_file ?? null,
    };
    if (!api_key)
      throw withoutKey(key_refused, {
        where: `for ${base_url.value} (base URL from ${base_url.source})`,
      });
    if (offline) return { data };
    const agents = await context.read("list_agents", {});
    return { data: { ...data, accepted: true, agents: agents.length } };
  },
});

/** The part of a key that is enough to tell it from others. */
const shorten = (key: string) =>
  key.length < 24 ? `${key.length > 12 ? key.slice(0, 4) : ""}…` : `${key.slice(0, 4)}…${key.slice(-4)}`;
