import { join } from "node:path";
import { usage } from "../../lib/failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;

function homeOf(env: Environment): string {
  const home = env["HOME"] || env["USERPROFILE"];
  if (!home) throw usage("no home folder found", { hint: "set HOME to your home folder" });
  return home;
}

/** The folder for stored profiles, by the platform's convention. PARLEY_CONFIG_DIR overrides it. */
export function configFolder(env: Environment, platform: NodeJS.Platform): string {
  if (env["PARLEY_CONFIG_DIR"]) return env["PARLEY_CONFIG_DIR"];
  const home = homeOf(env);
  if (platform === "darwin") return join(home, "Library", "Preferences", "parley");
  if (platform === "win32")
    return join(env["APPDATA"] || join(home, "AppData", "Roaming"), "parley", "Config");
  return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "parley");
}

/** The folder for the embedded service's data, by the platform's convention. */
export function dataFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = homeOf(env);
  if (platform === "darwin") return join(home, "Library", "Application Support", "parley");
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "parley", "Data");
  return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "parley");
}

/** The cache folder, by the platform's convention. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = homeOf(env);
  if (platform === "darwin") return join(home, "Library", "Caches", "parley");
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "parley", "Cache");
  return join(env["XDG_CACHE_HOME"] || join(home, ".cache"), "parley");
}
