export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What is known of stored bytes besides the key they are read by. */
export interface StoredBlob {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Where recordings live. A key names one blob of one owner, so that a blob is deleted with its owner and nobody else
 * misses it; `Service.newId` makes keys.
 */
export interface BlobStore {
  /** Stores the pieces as one, durably. When they fail, or storing does, nothing is left. */
  put(key: string, pieces: Pieces): Promise<StoredBlob>;
  /** The bytes in pieces of at most 64 KiB; undefined when there is no such blob. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Deletes the blob and what an interrupted `put` has left of it. One that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Gives a program that needs a file the path of one, which is there until `use` is done. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>;
}

/** Bytes of a piece at most. */
export const PIECE_BYTES = 64 * 1024;

/** Bytes that were stored while the body came. They go again unless a row names them. */
export interface Upload extends StoredBlob {
  readonly key: string;
}

/** A key may come from a file that a stranger wrote: it must not lead out of the folder, or of the bucket. */
export function requireName(key: string): string {
  if (/^[\w-]{1,128}$/.test(key)) return key;
  throw new Error(`"${key.slice(0, 200)}" is not a key of a recording`);
}
