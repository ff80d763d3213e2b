import { join } from "node:path";
import type { Context } from "../../context.ts";
import { storePlace } from "../store-place.ts";

/** Where the service that stores there keeps its recordings. */
export async function blobsOf(
  context: Context,
  given: { readonly data: string | undefined; readonly database_url: string | undefined },
) {
  const { folderBlobs } = await import("../../service/blobs/folder.ts");
  const { data = "" } = storePlace(context, { ...given, memory: false });
  return folderBlobs(join(data, "recordings"));
}
