/** Where recordings lie in a store that speaks the API of Amazon S3, and with whose key. */
export interface S3Place {
  readonly bucket: string;
  /** Stands before every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Of a store that is not Amazon's: it is asked by path, `https://host/bucket/key`. */
  readonly endpoint?: string | undefined;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token?: string | undefined;
}

/** The address of an object. */
export function urlOf({ bucket, prefix, region, endpoint }: S3Place, key: string): string {
  const path = `${prefix}${key}`.split("/").map(encodeURIComponent).join("/");
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, "")}/${bucket}/${path}`;
  // No certificate matches a name with further dots.
  return bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}/${path}`
    : `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
}
