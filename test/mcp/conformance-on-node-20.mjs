// The conformance suite imports `globSync`, which Node has since version 22, for a command that is not used here.
import fs from "node:fs";
import { register } from "node:module";

const stub = 'export * from "node:fs"; export { default } from "node:fs"; export const globSync = () => [];';
const hooks = `export const resolve = (specifier, context, next) =>
  specifier === "fs" && /conformance/.test(context.parentURL ?? "")
    ? { url: "data:text/javascript," + ${JSON.stringify(encodeURIComponent(stub))}, shortCircuit: true }
    : next(specifier, context);`;

if (!("globSync" in fs)) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
