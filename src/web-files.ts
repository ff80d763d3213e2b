import { readFileSync } from "node:fs";

/** What the build made of src/web: it is next to the program. */
export const webFile = (name: "web.js" | "web.css"): string =>
  readFileSync(
    new URL(import.meta.url.endsWith(".ts") ? `../dist/${name}` : `./${name}`, import.meta.url),
    "utf8",
  );
