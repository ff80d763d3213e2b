export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What is known about stored bytes apart from their key. */
export interface StoredBlob {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Where recordings are stored. A key names one blob with one owner, so that deleting it with its owner affects nobody
 * else; `Service.newId` makes keys.
 */
export interface BlobStore {
  /** Stores the pieces as one blob, durably. If reading or storing them fails, nothing is left. */
  put(key: string, pieces: Pieces): Promise<StoredBlob>;
  /** The bytes in pieces of at most 64 KiB; undefined if the blob does not exist. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Deletes the blob and anything that an interrupted `put` left of it. It is not an error if it does not exist. */
  delete(key: string): Promise<void>;
  /** Passes the path of a file, for a program that needs one; the file exists until `use` is done. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>;
}

/** Largest piece, in bytes. */
export const PIECE_BYTES = 64 * 1024;

/** Bytes that were stored while the body came. They go again unless a row names them. */
export interface Upload extends StoredBlob {
  readonly key: string;
}

/** A key may come from a file that a stranger wrote: it must not lead out of the folder, or of the bucket. */
export function requireName(key: string): string {
  if (/^[\w-]{1,128}$/.test(key)) return key;
  throw new Error(`"${key.slice(0, 200)}" is not a valid key of a recording`);
}
