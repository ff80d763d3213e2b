/** The location of recordings in a store with the API of Amazon S3, and its credentials. */
export interface S3Place {
  readonly bucket: string;
  /** Precedes every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Address of a store that is not Amazon's; requests are by path, `https://host/bucket/key`. */
  readonly endpoint?: string | undefined;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token?: string | undefined;
}

/** The address of an object. */
export function urlOf({ bucket, prefix, region, endpoint }: S3Place, key: string): string {
  const path = `${prefix}${key}`.split("/").map(encodeURIComponent).join("/");
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, "")}/${bucket}/${path}`;
  // Certificates do not match a bucket name with dots.
  return bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}/${path}`
    : `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
}
