import { usage } from "../../lib/failure.ts";
import { readPackedTexts } from "../../lib/packed-texts.ts";
import { suggestion } from "../nearest.ts";
import { arg, defineCommand, option, type Result } from "./command.ts";
import { port as portNumber } from "./parsers.ts";
import { createPrinter } from "./shared/stream.ts";
import { untilStopped } from "./shared/until-stopped.ts";

export const command = defineCommand({
  about:
    "With the name of a page, prints the page. Otherwise it serves the documentation on this machine until you press " +
    "Ctrl-C: all pages, every command's help and the HTTP API, with search. It needs no network. With --build, " +
    "writes the pages to a folder instead; they also work when opened as files.",
  args: { page: arg("[page]", "a page to print, such as voice") },
  options: {
    port: option("--port <n>", "port on 127.0.0.1; 0: any that is free", portNumber, 0),
    build: option("--build <folder>", "write the pages to this folder, and serve nothing"),
  },
  examples: [
    ["parley docs voice", "prints the page about voice"],
    ["parley docs", "prints the address of the documentation"],
    ["parley docs --build site", "writes it as static pages"],
  ],
  async run(context, { page, port, build }): Promise<Result> {
    if (page !== undefined) {
      if (build !== undefined || port !== 0)
        throw usage(`${build === undefined ? "--port" : "--build"} cannot be used with a page`, {
          hint: "leave out the page, or the option",
        });
      const { pageText, paintPage } = await import("../render/page.ts");
      const data: Page = { page, markdown: markdownOf(page) };
      const text = (_: unknown, columns?: number) =>
        columns === undefined ? data.markdown : pageText(data.markdown, columns);
      return { data, view: { kind: "text", exact: true, text, paint: paintPage } };
    }
    const { siteFiles, serveSite, writeSite } = await import("../site.ts");
    const files = siteFiles();
    if (build !== undefined) {
      await writeSite(context.cwd, build, files);
      const data: Built = { folder: build, files: Object.keys(files).length };
      return { data, view: { kind: "text", text: () => `${data.folder}: ${data.files} files` } };
    }
    const { url, stop } = await serveSite(files, port);
    const print = await createPrinter(context, { columns: ["url"], text: ({ url }: { url: string }) => url });
    await print({ url });
    await context.terminal.note("stop with Ctrl-C");
    await untilStopped(context.signal);
    await stop();
    return { data: undefined };
  },
});

/** @throws Failure (usage) that names all pages, if the page does not exist */
function markdownOf(name: string): string {
  const pages = readPackedTexts("pages.br");
  const wanted = name.replace(/\.md$/, "").toLowerCase();
  const title = Object.keys(pages).find((candidate) => candidate.toLowerCase() === wanted);
  if (title !== undefined) return pages[title] ?? "";
  throw usage(`no page "${name}"${suggestion(name, Object.keys(pages))}`, {
    hint: `the pages are ${Object.keys(pages).join(", ")}`,
  });
}

interface Page {
  readonly page: string;
  readonly markdown: string;
}

interface Built {
  readonly folder: string;
  readonly files: number;
}
