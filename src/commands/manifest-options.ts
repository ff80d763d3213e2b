import { flag, list } from "./command.ts";

export const manifestFiles = list("-f, --file <manifest>", "a manifest; repeatable");
export const allowOutside = flag(
  "--allow-outside",
  "also read files outside the project folder that a manifest or a folder names",
);
