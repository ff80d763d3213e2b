import { usage } from "../../lib/failure.ts";

/** An S3 store in the form that the service needs. */
interface S3Place {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token: string | undefined;
}

const FORM = "use s3://bucket/prefix?endpoint=https://host:port&region=name";

/**
 * The S3 store for recordings: the flag, or else PARLEY_BLOBS; undefined to keep files in the data folder.
 * --memory overrides the environment but conflicts with the flag. Credentials and region come from the
 * variables that AWS's own tools read.
 *
 * @throws Failure (usage)
 */
export function blobStore(
  flag: string | undefined,
  memory: boolean,
  env: Readonly<Record<string, string | undefined>>,
): S3Place | undefined {
  if (memory && flag !== undefined) throw usage("--blobs and --memory cannot be used together");
  const text = memory ? undefined : (flag ?? (env["PARLEY_BLOBS"] || undefined));
  if (text === undefined) return undefined;
  const where = flag === undefined ? "PARLEY_BLOBS" : "--blobs";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url?.protocol !== "s3:" ||
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) ||
    url.username ||
    url.port
  )
    throw usage("not a valid address of a recording store", { where, hint: FORM });
  const unknown = [...url.searchParams.keys()].filter((name) => name !== "endpoint" && name !== "region");
  if (unknown.length > 0) throw usage(`unknown parameter "${unknown[0]}"`, { where, hint: FORM });
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !isOrigin(endpoint))
    throw usage("the endpoint must be the http(s) URL of a host", { where, hint: FORM });
  const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = env;
  if (!access_key_id || !secret_access_key)
    throw usage("the recording store needs credentials", {
      where,
      hint: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN if you have one)",
    });
  const path = decodeURIComponent(url.pathname).split("/").filter(Boolean).join("/");
  return {
    bucket: url.hostname,
    prefix: path && `${path}/`,
    region: url.searchParams.get("region") ?? (env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || "us-east-1"),
    endpoint,
    access_key_id,
    secret_access_key,
    session_token: env["AWS_SESSION_TOKEN"] || undefined,
  };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === "/" && search === "" && username === "";
}
