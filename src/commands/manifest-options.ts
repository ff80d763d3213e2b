import { flag, list } from "./command.ts";

export const manifestFiles = list("-f, --file <manifest>", "a manifest; repeatable");
export const allowOutside = flag(
  "--allow-outside",
  "also read files outside the project folder that a manifest or a folder names",
);
export const allowEmpty = flag(
  "--allow-empty",
  "accept a manifest or a folder that contains nothing; without it that is an error",
);
