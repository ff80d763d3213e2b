import type { BlobStore } from "../../../../service/blobs/blobs.ts";
import { blobStore } from "../../../config/blobs.ts";
import type { Context } from "../../../context.ts";
import { adminPlace, explain, type GivenPlace } from "./store.ts";

interface Given extends GivenPlace {
  readonly blobs: string | undefined;
}

/** Opens the place where the service keeps its recordings, for the duration of `work`. */
export async function withBlobs<T>(
  context: Context,
  given: Given,
  work: (blobs: BlobStore) => Promise<T>,
): Promise<T> {
  const { openBlobs } = await import("../../../../service/blobs/open.ts");
  const { data } = adminPlace(context, given);
  const { blobs, close } = await openBlobs({ data, s3: blobStore(given.blobs, false, context.env) }).catch(
    (error: unknown) => {
      throw explain(error, data);
    },
  );
  return work(blobs).finally(close);
}
