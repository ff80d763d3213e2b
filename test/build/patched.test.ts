import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const { patched } = await import(new URL("../../scripts/patched.mjs", import.meta.url).href);

/** The bundle of a library whose text is replaced. */
async function bundleOf(library: string, file: RegExp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-patched-"));
  await writeFile(join(folder, "library.js"), library);
  const bundle = await rolldown({
    input: join(folder, "library.js"),
    plugins: [patched(file, "heavy()", "light()")],
  });
  const { output } = await bundle.generate();
  return output[0].code;
}

test("a patch replaces the text of a library", async () => {
  expect(await bundleOf("export const made = heavy();", /library\.js$/)).toContain("made = light()");
});

test("the build fails if a library no longer contains the text, contains it twice, or has lost the file", async () => {
  const gone = "library\\.js$ holds heavy() 0 times instead of once";
  await expect(bundleOf("export const made = other();", /library\.js$/)).rejects.toThrow(gone);
  const twice = "library\\.js$ holds heavy() 2 times instead of once";
  await expect(bundleOf("heavy(); heavy();", /library\.js$/)).rejects.toThrow(twice);
  await expect(bundleOf("heavy();", /moved\.js$/)).rejects.toThrow("no file matches moved\\.js$");
});
