export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** What is known about stored bytes, except their key. */
export interface StoredBlob {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Where recordings are stored. A key names one blob with one owner, so deleting it with its owner affects
 * nothing else. `Ids.newId` creates keys.
 */
export interface BlobStore {
  /** Stores the pieces as one blob, durably. If reading or storing them fails, nothing remains. */
  put(key: string, pieces: Pieces): Promise<StoredBlob>;
  /** The bytes in pieces of at most 64 KiB. Undefined if the blob does not exist. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Deletes the blob and anything left over from an interrupted `put`. Does nothing if it does not exist. */
  delete(key: string): Promise<void>;
  /** Passes the path of a file, for a program that needs one. The file exists until `use` is done. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | undefined>;
}

/** Where recordings are. */
export interface Blobs {
  readonly blobs: BlobStore;
}

/** Largest piece, in bytes. */
export const PIECE_BYTES = 64 * 1024;

/** Bytes that were stored while the body arrived. They are deleted again unless a row refers to them. */
export interface Upload extends StoredBlob {
  readonly key: string;
}

/** A key may come from an untrusted file, so it must not lead out of the folder or the bucket. */
export function requireName(key: string): string {
  if (/^[\w-]{1,128}$/.test(key)) return key;
  throw new Error(`"${key.slice(0, 200)}" is not a valid key of a recording`);
}
