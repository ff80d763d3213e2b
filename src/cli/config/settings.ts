/** The settings in effect, and where each of them came from. */
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { Failure, type FailureOptions, usage } from "../../lib/failure.ts";
import type { ProfileFile } from "./profiles.ts";
import type { Project } from "./project-file.ts";

export type Source = "flag" | "environment" | "project" | "profile" | "default" | "stdin";

export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export interface Settings {
  readonly base_url: Sourced<string>;
  /** Undefined if there is no key. If a key was withheld, `key_refused` says why. */
  readonly api_key: Sourced<string> | undefined;
  readonly key_refused: string | undefined;
  /** What was changed about the key before use, as a note. */
  readonly key_remark: string | undefined;
  readonly profile: Sourced<string> | undefined;
  readonly agent: Sourced<string> | undefined;
  readonly project_file: string | undefined;
  /** Folder for the journals of bulk work. By default each journal is next to its manifest. */
  readonly journal_dir: string | undefined;
}

/** The failure of a request that needs a key if there is none, or if the key must not be sent. */
export const withoutKey = (key_refused: string | undefined, options: FailureOptions = {}): Failure =>
  new Failure("authentication", key_refused ?? "no API key is set", {
    ...options,
    hint: "store one with `parley auth login`, or set PARLEY_API_KEY; `parley serve` starts a service here and stores its key",
  });

export interface Sources {
  readonly flags: {
    readonly profile?: string | undefined;
    readonly base_url?: string | undefined;
    readonly agent?: string | undefined;
    /** The key that --api-key-stdin read. */
    readonly api_key?: string | undefined;
    readonly insecure_http: boolean;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly project: Project | undefined;
  readonly profiles: ProfileFile;
}

/** Where `parley serve` listens by default. */
export const LOCAL_SERVICE = "http://127.0.0.1:8787";

/**
 * Each setting comes from the flag, else the environment, else the project file, else the stored profile.
 * Pure: the caller reads the files.
 */
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
    throw usage(`profile "${profile.value}" does not exist`, {
      hint: `\`parley auth login --profile ${profile.value}\` creates it; \`parley auth list\` shows the others`,
    });

  const base_url = first<string>(
    ["flag", flags.base_url],
    ["environment", env["PARLEY_BASE_URL"]],
    ["project", project?.base_url],
    ["profile", stored?.base_url],
  ) ?? { value: LOCAL_SERVICE, source: "default" as const };
  const checked = { ...base_url, value: checkBaseUrl(base_url, flags.insecure_http) };

  const given = first<string>(["stdin", flags.api_key], ["environment", env["PARLEY_API_KEY"]]);
  const written = given ?? (stored && { value: stored.api_key, source: "profile" as const });
  const origin = written && nameKey(written.source, profile?.value);
  const key = written && { ...written, value: written.value.trim() };
  const trusted = given
    ? Object.values(profiles.profiles).map((profile) => profile.base_url)
    : [stored?.base_url ?? ""];
  const key_refused = key && (faultOfKey(key.value, origin) ?? whyNotSend(key.source, trusted, checked));

  return {
    base_url: checked,
    api_key: key_refused === undefined ? key : undefined,
    key_refused,
    key_remark:
      key && key.value !== "" && key.value !== written?.value
        ? `removed the white space around the API key from ${origin}`
        : undefined,
    profile: stored && profile ? profile : undefined,
    agent: first<string>(
      ["flag", flags.agent],
      ["environment", env["PARLEY_AGENT"]],
      ["project", project?.agent],
      ["profile", stored?.agent],
    ),
    project_file: project?.file,
    journal_dir: env["PARLEY_JOURNAL_DIR"] || journalDirOf(project),
  };
}

/**
 * The project file may come from a stranger, so nothing outside its own folder may be written because of it.
 */
function journalDirOf(project: Project | undefined): string | undefined {
  if (!project?.journal_dir) return undefined;
  const folder = dirname(project.file);
  const journals = resolve(folder, project.journal_dir);
  const way = relative(folder, journals);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw usage(`"journal_dir" must be inside the project file's folder, not ${project.journal_dir}`, {
      where: project.file,
      hint: "to use any other folder, set PARLEY_JOURNAL_DIR",
    });
  return journals;
}

const nameKey = (source: Source, profile: string | undefined): string =>
  source === "environment"
    ? "PARLEY_API_KEY"
    : source === "stdin"
      ? "standard input"
      : `profile "${profile}"`;

/** Why a key cannot be sent in a header; undefined if it can. */
export function faultOfKey(key: string, origin: string | undefined): string | undefined {
  if (key === "") return `the API key from ${origin} is empty`;
  const at = key.search(/[^\x20-\x7e]/);
  if (at === -1) return undefined;
  const code = key.codePointAt(at)?.toString(16).toUpperCase().padStart(4, "0");
  return `the API key from ${origin} cannot be sent: character ${at + 1} of ${key.length} is U+${code}, which no HTTP header may contain`;
}

function first<T>(...candidates: readonly (readonly [Source, T | undefined | ""])[]): Sourced<T> | undefined {
  for (const [source, value] of candidates)
    if (value !== undefined && value !== "") return { source, value: value as T };
  return undefined;
}

/**
 * The project file may come from a stranger, so it may only choose among origins that a person has named. A
 * stored key goes to the origin that it was stored for. Any other key goes to an origin in some profile, or
 * to this machine.
 */
function whyNotSend(key: Source, trusted: readonly string[], target: Sourced<string>): string | undefined {
  const { origin, hostname } = new URL(target.value);
  if (
    target.source !== "project" ||
    trusted.some((url) => URL.canParse(url) && new URL(url).origin === origin)
  )
    return undefined;
  if (key === "profile")
    return `the stored key is for ${trusted}; it was not sent to ${target.value}, which comes from a project file`;
  if (isLoopback(hostname)) return undefined;
  return `the key was not sent to ${target.value}, which comes from a project file; if you trust it, set PARLEY_BASE_URL`;
}

/** Without a trailing slash. Plain http is allowed only for this machine, or with --insecure-http. */
function checkBaseUrl({ value, source }: Sourced<string>, insecure: boolean): string {
  const where = { where: `base URL from ${source === "flag" ? "--base-url" : source}` };
  if (!URL.canParse(value)) throw usage(`"${value}" is not a valid URL`, where);
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw usage(`the base URL must start with https:// or http://, not ${url.protocol}`, where);
  if (url.username || url.password || url.search || url.hash)
    throw usage("the base URL must not contain credentials, a query or a fragment", where);
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !insecure)
    throw usage(`plain http to ${url.hostname} would expose the API key on the network`, {
      ...where,
      hint: "use https, or allow it with --insecure-http",
    });
  return url.href.replace(/(?<!\/)\/+$/, "");
}

/** Names of this machine. Connecting to the unspecified address also means connecting to this machine. */
const THIS_MACHINE = new Set(["localhost", "[::1]", "[::]", "0.0.0.0"]);

/**
 * Whether a host is this machine, by name or by number. A host that only begins in the same way does not
 * count.
 */
export function isLoopback(hostname: string): boolean {
  return THIS_MACHINE.has(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
