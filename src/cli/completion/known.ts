import { cacheFolder, configFolder } from "../config/paths.ts";
import { readProfiles } from "../config/profiles.ts";
import { findProject } from "../config/project.ts";
import { resolveSettings } from "../config/settings.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { recall } from "./cache.ts";
import type { Known } from "./complete.ts";

/** Where a command line is being typed. */
export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** Names from the stored profiles, and from recent answers of the service in use. */
export function knownAt({ env, cwd, platform }: Place): Known {
  return async (noun) => {
    const profiles = readProfiles(configFolder(env, platform));
    if (noun === "profile") return Object.keys(profiles.profiles).map(sanitizeLine);
    const project = await findProject(cwd);
    const { base_url } = resolveSettings({ flags: { insecure_http: false }, env, project, profiles });
    return recall(cacheFolder(env, platform), base_url.value, noun, Date.now()).map(sanitizeLine);
  };
}
