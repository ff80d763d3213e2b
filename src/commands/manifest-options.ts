import { flag, list } from "./command.ts";

export const manifestFiles = list("-f, --file <manifest>", "a manifest; repeatable");
export const allowOutside = flag(
  "--allow-outside",
  "read files from outside the project folder too, where a manifest or a folder names them",
);
