import { flag, list } from "./command.ts";

export const manifestFiles = list("-f, --file <manifest>", "a manifest; repeatable");
export const allowOutside = flag(
  "--allow-outside",
  "also read included files from outside the project folder",
);
