/** `parley __complete word…`: the fast path of the shells. Whatever goes wrong, a shell is not bothered. */
import { cacheFolder, configFolder } from "../config/paths.ts";
import { readProfiles } from "../config/profiles.ts";
import { findProject } from "../config/project.ts";
import { resolveSettings } from "../config/settings.ts";
import type { Surroundings } from "../run.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { recall } from "./cache.ts";
import { complete } from "./complete.ts";

/** The candidates, one a line. */
export async function completions({ argv, streams, cwd, platform }: Surroundings): Promise<string> {
  const { env } = streams;
  const profiles = () => readProfiles(configFolder(env, platform));
  const candidates = await complete(argv.slice(1), {
    profiles: async () => Object.keys((await profiles()).profiles),
    async recall(noun) {
      const settings = resolveSettings({
        flags: { insecure_http: false },
        env,
        project: await findProject(cwd),
        profiles: await profiles(),
      });
      return recall(cacheFolder(env, platform), settings.base_url.value, noun, Date.now());
    },
  }).catch(() => []);
  return candidates.map((candidate) => `${sanitizeLine(candidate)}\n`).join("");
}
