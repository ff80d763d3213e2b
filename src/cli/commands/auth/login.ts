import { Failure, usage } from "../../../lib/failure.ts";
import { changeProfiles } from "../../config/profiles.ts";
import { faultOfKey, LOCAL_SERVICE, resolveSettings } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Asks for the base URL and the API key (typed without echo), checks the key with the service, and stores both " +
    "under the profile's name, readable only by you. In scripts, use --base-url and --api-key-stdin.",
  examples: [
    ["parley auth login", "asks for everything; stores the profile `default`"],
    [
      "printenv KEY | parley auth login --profile ci --base-url https://api.example.com --api-key-stdin",
      "asks nothing",
    ],
  ],
  view: { kind: "record" },
  async run(context) {
    const { globals, terminal } = context;
    const name = globals.profile ?? "default";
    const base_url = await baseUrl(context);
    const api_key = (globals.api_key_stdin ? await terminal.readStdin() : await askKey(context)).trim();
    if (api_key === "") throw usage("no API key given");
    const fault = faultOfKey(api_key, globals.api_key_stdin ? "standard input" : "the keyboard");
    if (fault) throw new Failure("authentication", fault, { hint: "give the key again; nothing was stored" });
    const client = await context.connect(base_url, api_key);
    const agents = await client.call("list_agents", {}).finally(() => client.close());
    const { set_aside } = await changeProfiles(context.configFolder, ({ profiles }) => ({
      current: name,
      profiles: { ...profiles, [name]: { base_url, api_key } },
    }));
    if (set_aside)
      await terminal.alert(
        `warning: could not read the stored profiles; the old file was kept as ${set_aside}`,
      );
    return { data: { profile: name, base_url, agents: agents.length }, hint: "try `parley agents list`" };
  },
});

/** The given URL, or the answer to a question. It is checked like every base URL. */
async function baseUrl(context: Context): Promise<string> {
  const { globals, env, terminal, signal } = context;
  const given = globals.base_url ?? env["PARLEY_BASE_URL"];
  const { askText } = await import("../../terminal/prompts.ts");
  const base_url =
    given ??
    (await askText(terminal, {
      message: "Base URL of the service",
      flag: "--base-url",
      default: LOCAL_SERVICE,
      signal,
    }));
  const { insecure_http } = globals;
  return resolveSettings({
    flags: { base_url, insecure_http },
    env: {},
    project: undefined,
    profiles: { profiles: {} },
  }).base_url.value;
}

async function askKey({ terminal, signal }: Context): Promise<string> {
  const { askSecret } = await import("../../terminal/prompts.ts");
  return askSecret(terminal, { message: "API key", flag: "--api-key-stdin", signal });
}
