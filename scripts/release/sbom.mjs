// What the package contains and depends on, as CycloneDX. For npm, the libraries in the bundle are
// development dependencies, so npm's list is cut down to what is shipped.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export function shippedSbom() {
  const options = { encoding: "utf8", maxBuffer: 1e8, stdio: ["ignore", "pipe", "ignore"] };
  const sbom = JSON.parse(execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], options));
  const bundled = new Set(Object.values(JSON.parse(readFileSync("dist/libraries.json", "utf8"))).flat());
  const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
  // npm's own `--omit dev` would also leave out packages that both the program and its development need.
  const { dependencies: needed, optionalDependencies: wanted } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const named = sbom.components.filter((one) => nameOf(one) in { ...needed, ...wanted });
  const installed = new Set(named.map((one) => one["bom-ref"]));
  for (const found of installed) {
    const { dependsOn = [] } = sbom.dependencies.find(({ ref }) => ref === found) ?? {};
    for (const ref of dependsOn) installed.add(ref);
  }
  const components = sbom.components.filter(
    (one) => installed.has(one["bom-ref"]) || bundled.has(nameOf(one)),
  );
  const kept = new Set([sbom.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  const missing = [...bundled].filter((name) => !components.some((one) => nameOf(one) === name));
  if (missing.length > 0) throw new Error(`npm's list does not have these libraries: ${missing.join(", ")}`);
  return `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`;
}
