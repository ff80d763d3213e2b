import { shellWord } from "../../../lib/shell-word.ts";
import { changeProfiles, type ProfileFile } from "../../config/profiles.ts";
import type { Context } from "../../context.ts";

interface Started {
  readonly url: string;
  /** With the keys that this start of the service created. */
  readonly organizations: readonly { readonly name: string; readonly api_key: string | null }[];
}

interface LocalProfile {
  /** Tells the person where the key is now. */
  readonly note: string;
  /** Whether commands use it unless they are told otherwise. */
  readonly isCurrent: boolean;
  /** Deletes the profile if its key is lost when the service stops. */
  forget(): Promise<void>;
}

/**
 * Stores the key that the first start of a store creates, so that the next command just works. The name is
 * `local`, or `local-2` and so on if that is taken: a stored profile may be the only copy of another store's
 * key.
 *
 * @param isTemporary the service keeps everything in memory
 * @returns undefined if the service did not create a key of its own
 */
export async function storeLocalProfile(
  folder: string,
  { url, organizations }: Started,
  { isTemporary }: { readonly isTemporary: boolean },
): Promise<LocalProfile | undefined> {
  const [made] = organizations;
  if (made?.name !== "local" || !made.api_key) return undefined;
  const profile = {
    base_url: reachable(url),
    api_key: made.api_key,
    ...(isTemporary && { temporary: true }),
  };
  let name = "local";
  let isCurrent = true;
  await changeProfiles(folder, ({ current, profiles }) => {
    name = freeName(profiles, profile.base_url);
    isCurrent = current === undefined || current === name;
    return { current: current ?? name, profiles: { ...profiles, [name]: profile } };
  });
  return {
    isCurrent,
    note: isCurrent
      ? `the key is stored as the profile \`${name}\``
      : `the key is stored as the profile \`${name}\`, which is not the current one: use --profile ${name}, or \`parley auth use ${name}\``,
    async forget() {
      if (!isTemporary) return;
      await changeProfiles(folder, (before) => {
        const { [name]: stored, ...profiles } = before.profiles;
        if (stored?.api_key !== profile.api_key) return before;
        const { current } = before;
        return { profiles, ...(current !== undefined && current !== name && { current }) };
      });
    },
  };
}

/**
 * The first name that can be used without losing a key. The profile of an earlier in-memory service at the
 * same URL may be replaced, because that service is gone.
 */
function freeName(profiles: ProfileFile["profiles"], base_url: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? "local" : `local-${i}`;
    if (!Object.hasOwn(profiles, name)) return name;
    const { temporary, base_url: of } = profiles[name] ?? {};
    if (temporary && of === base_url) return name;
  }
}

/**
 * What a person types so that the next commands in a shell use the service, whatever is stored or set there. Undefined
 * if the stored settings do that already. The key of an earlier start is not known.
 */
export async function exportLine(
  { url, organizations }: Started,
  context: Pick<Context, "settings">,
): Promise<string | undefined> {
  const base_url = reachable(url);
  const api_key = organizations.find((organization) => organization.api_key)?.api_key;
  if (api_key) return `\`export PARLEY_BASE_URL=${base_url} PARLEY_API_KEY=${shellWord(api_key)}\``;
  const settings = await context.settings().catch(() => undefined);
  if (settings?.api_key && settings.base_url.value === base_url) return undefined;
  return `\`export PARLEY_BASE_URL=${base_url} PARLEY_API_KEY=…\` with a key of this service`;
}

/** A service that listens on every address is reached at this machine's own address. */
function reachable(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  const isEvery = hostname === "0.0.0.0" || hostname === "[::]";
  return isEvery ? `${protocol}//127.0.0.1:${port}` : url;
}
