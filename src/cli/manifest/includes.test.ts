import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readDigitalHumans } from "./digital-humans.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-includes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
mkdirSync(join(folder, "project/manifests/texts"), { recursive: true });
write("secret.txt", "outside");
write("project/shared.txt", "shared");
write("project/manifests/texts/intent.txt", "Wants ${MONEY}\n");
write("project/manifests/texts/binary.txt", Buffer.from([1, 0, 2]));
symlinkSync(join(folder, "secret.txt"), join(folder, "project/manifests/link.txt"));

async function intentOf(file: string, { allow_outside = false } = {}): Promise<string | null | undefined> {
  const text = `kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: A, intent_file: ${file} }]\n`;
  write("project/manifests/m.yaml", text);
  const surroundings = { cwd: folder, env: {} };
  const [one] = await readDigitalHumans(["project/manifests/m.yaml"], surroundings, { allow_outside });
  return one?.fields.intent;
}

const refusal = (message: string) => ({
  exitCode: 2,
  options: {
    details: [
      { where: "project/manifests/m.yaml:3:42", message: `digital_humans.0.intent_file: ${message}` },
    ],
  },
});

test("a file is read relative to its manifest; what looks like a variable in it is text", async () => {
  expect(await intentOf("texts/intent.txt")).toBe("Wants ${MONEY}\n");
});

test("nothing is read from outside the manifest's folder, also not through a link", async () => {
  const message = (file: string) =>
    `${file} is outside the folder of the manifest; --allow-outside allows that`;
  for (const file of ["../shared.txt", "../../secret.txt", "link.txt", join(folder, "secret.txt")])
    await expect(intentOf(file)).rejects.toMatchObject(refusal(message(file)));
});

test("--allow-outside reads from everywhere", async () => {
  expect(await intentOf("../../secret.txt", { allow_outside: true })).toBe("outside");
  expect(await intentOf("link.txt", { allow_outside: true })).toBe("outside");
});

test("a missing, a binary file and a folder are faults of the field that names them", async () => {
  await expect(intentOf("none.txt")).rejects.toMatchObject(refusal("file not found: none.txt"));
  await expect(intentOf("texts/binary.txt")).rejects.toMatchObject(refusal("the file is binary, not text"));
  await expect(intentOf("texts")).rejects.toMatchObject(refusal("this is a folder, not a file"));
});

test("the folder of the project file is the limit where there is one", async () => {
  write("project/parley.yaml", "");
  expect(await intentOf("../shared.txt")).toBe("shared");
  await expect(intentOf("../../secret.txt")).rejects.toMatchObject({ exitCode: 2 });
});
