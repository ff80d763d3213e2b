/** What is in force, and where each part of it came from. */
import { dirname, resolve } from "node:path";
import { usage } from "../failure.ts";
import type { ProfileFile } from "./profiles.ts";
import type { Project } from "./project.ts";

export type Source = "flag" | "environment" | "project" | "profile" | "default" | "stdin";

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export interface Settings {
  readonly base_url: Sourced<string>;
  /** Undefined where there is none, with the reason in `key_refused` if one was withheld. */
  readonly api_key: Sourced<string> | undefined;
  readonly key_refused: string | undefined;
  readonly profile: Sourced<string> | undefined;
  readonly agent: Sourced<string> | undefined;
  readonly project_file: string | undefined;
  /** Folder of the journals of bulk work; by default each stands beside its manifest. */
  readonly journal_dir: string | undefined;
}

export interface Sources {
  readonly flags: {
    readonly profile?: string | undefined;
    readonly base_url?: string | undefined;
    readonly agent?: string | undefined;
    /** What --api-key-stdin read. */
    readonly api_key?: string | undefined;
    readonly insecure_http: boolean;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly project: Project | undefined;
  readonly profiles: ProfileFile;
}

/** Where `parley serve` listens when it is told nothing. */
export const LOCAL_SERVICE = "http://127.0.0.1:8787";

/** Flag, then environment, then project file, then stored profile. Pure: reading is the caller's. */
export function resolveSettings({ flags, env, project, profiles }: Sources): Settings {
  const profile = first<string>(
    ["flag", flags.profile],
    ["environment", env["PARLEY_PROFILE"]],
    ["project", project?.profile],
    ["profile", profiles.current],
  );
  const stored =
    profile && Object.hasOwn(profiles.profiles, profile.value) ? profiles.profiles[profile.value] : undefined;
  if (profile && profile.source !== "profile" && !stored)
    throw usage(`there is no profile "${profile.value}"`, {
      hint: `\`parley auth login --profile ${profile.value}\` makes it; \`parley auth list\` shows the others`,
    });

  const base_url = first<string>(
    ["flag", flags.base_url],
    ["environment", env["PARLEY_BASE_URL"]],
    ["project", project?.base_url],
    ["profile", stored?.base_url],
  ) ?? { value: LOCAL_SERVICE, source: "default" as const };
  const checked = { ...base_url, value: checkBaseUrl(base_url, flags.insecure_http) };

  const given = first<string>(["stdin", flags.api_key], ["environment", env["PARLEY_API_KEY"]]);
  const key_refused = given || !stored ? undefined : whyNotSend(stored.base_url, checked);
  const api_key =
    given ?? (stored && !key_refused ? { value: stored.api_key, source: "profile" as const } : undefined);

  return {
    base_url: checked,
    api_key,
    key_refused,
    profile: stored && profile ? profile : undefined,
    agent: first<string>(
      ["flag", flags.agent],
      ["environment", env["PARLEY_AGENT"]],
      ["project", project?.agent],
      ["profile", stored?.agent],
    ),
    project_file: project?.file,
    journal_dir:
      env["PARLEY_JOURNAL_DIR"] ||
      (project?.journal_dir && resolve(dirname(project.file), project.journal_dir)),
  };
}

function first<T>(...candidates: readonly (readonly [Source, T | undefined | ""])[]): Sourced<T> | undefined {
  for (const [source, value] of candidates)
    if (value !== undefined && value !== "") return { source, value: value as T };
  return undefined;
}

/** A stored key goes to the origin that it was stored for, unless a person names another by hand. */
function whyNotSend(storedFor: string, target: Sourced<string>): string | undefined {
  if (target.source !== "project" || new URL(storedFor).origin === new URL(target.value).origin)
    return undefined;
  return `the stored key is for ${storedFor}; it is not sent to ${target.value}, which a project file names`;
}

/** Without a trailing slash. Plain http is for this machine, or for who insists. */
function checkBaseUrl({ value, source }: Sourced<string>, insecure: boolean): string {
  const where = { where: `base URL from ${source === "flag" ? "--base-url" : source}` };
  if (!URL.canParse(value)) throw usage(`"${value}" is no URL`, where);
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw usage(`the base URL must start with https:// or http://, not ${url.protocol}`, where);
  if (url.username || url.password || url.search || url.hash)
    throw usage("the base URL must not hold credentials, a query or a fragment", where);
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !insecure)
    throw usage(`plain http to ${url.hostname} would show the API key to the network`, {
      ...where,
      hint: "use https, or insist with --insecure-http",
    });
  return url.href.replace(/\/+$/, "");
}

/** This machine by name or number. A host that merely begins like one is none. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
