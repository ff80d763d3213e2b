import type { PromptVersion } from "./versions.ts";

/** The unified diff from one version's text to another's; empty where they are the same. */
export async function diffTexts(from: PromptVersion, to: PromptVersion): Promise<string> {
  if (from.prompt_text === to.prompt_text) return "";
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  return createTwoFilesPatch(
    `prompt version ${from.version}`,
    `prompt version ${to.version}`,
    from.prompt_text,
    to.prompt_text,
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  );
}
