// The documentation as static pages, from docs/*.md, the help texts and the contract. The build puts them
// into dist/site.br, which `parley docs` serves and writes. Every internal link is checked, so a broken one
// fails the build.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Marked } from "marked";

/** Pages outside docs/ that its pages link to. */
const OTHERS = [
  "README.md",
  "SECURITY.md",
  "BENCHMARKS.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
];
const SCRIPT = readFileSync(join(import.meta.dirname, "site/search.js"), "utf8");
const STYLE = readFileSync(join(import.meta.dirname, "site/site.css"), "utf8");

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]);
const plain = (html) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
/** Names headings as GitHub does. */
const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** The path of a repository file within the site. */
const pageOf = (file) =>
  file === "docs/README.md" ? "index.html" : `${basename(file, ".md").toLowerCase()}.html`;

/**
 * @param help the help text of each command, by its words
 * @param css the console's stylesheet
 * @returns path within the site → content
 */
export function site({ help, openapi, css, version }) {
  const sources = [
    "docs/README.md",
    ...readdirSync("docs")
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `docs/${name}`),
    ...OTHERS,
  ];
  const files = [...new Set(sources)];
  const links = [];
  const pages = files.map((file) => fromMarkdown(file, new Set(files), links));
  pages.push(commandsPage(help), apiPage(openapi));
  const anchors = new Map(
    pages.map(({ path, html }) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  for (const { from, path, anchor } of links) {
    const known = anchors.get(path);
    if (!known) throw new Error(`${from} links to ${path}, which is not a page`);
    if (anchor && !known.has(anchor))
      throw new Error(`${from} links to ${path}#${anchor}: the heading does not exist`);
  }
  const menu = menuOf(pages);
  const sections = pages.flatMap(sectionsOf);
  return {
    ...Object.fromEntries(pages.map((page) => [page.path, frame(page, menu, version)])),
    "style.css": `${css}\n${STYLE}`,
    "search.js": `const SECTIONS=${JSON.stringify(sections).replaceAll("<", "\\u003c")};\n${SCRIPT}`,
    "failed-call.svg": readFileSync("docs/failed-call.svg", "utf8"),
  };
}

/** The pages by use, as the index groups them. Those that it does not name come first, or are reference. */
function menuOf(pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const [opening, ...parts] = byPath.get("index.html").html.split(/(?=<h2 id=)/);
  const named = parts.map((part) => ({
    title: plain(/<h2[^>]*>(.*?)<\/h2>/s.exec(part)[1]),
    paths: [...new Set([...part.matchAll(/href="([^"#]+\.html)/g)].map(([, path]) => path))],
  }));
  const first = ["index.html", ...[...opening.matchAll(/href="([^"#]+\.html)/g)].map(([, path]) => path)];
  const known = new Set([...first, ...named.flatMap(({ paths }) => paths)]);
  named.at(-1).paths.push(...[...byPath.keys()].filter((path) => !known.has(path)));
  return [{ title: "Start", paths: [...new Set(first)] }, ...named].map(({ title, paths }) => ({
    title,
    pages: paths.map((path) => byPath.get(path)),
  }));
}

/** Texts in one file: small in the package, and in the executable. */
export const packed = (files) => brotliCompressSync(JSON.stringify(files));

function fromMarkdown(file, files, links) {
  const used = new Map();
  const markdown = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const base = slug(plain(html));
        const count = used.get(base) ?? 0;
        used.set(base, count + 1);
        return `<h${depth} id="${count === 0 ? base : `${base}-${count}`}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        if (/^[a-z]+:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${html}</a>`;
        const [to, anchor] = href.split("#");
        const target = to === "" ? file : posix.normalize(posix.join(posix.dirname(file), to));
        // Files of the repository that are not pages are named but not linked.
        if (!files.has(target)) return html;
        links.push({ from: file, path: pageOf(target), anchor });
        return `<a href="${pageOf(target)}${anchor ? `#${anchor}` : ""}">${html}</a>`;
      },
      image: ({ href, text }) => `<img src="${escaped(basename(href))}" alt="${escaped(text)}">`,
      html: ({ text }) => escaped(text),
    },
  });
  const html = markdown.parse(readFileSync(file, "utf8"));
  const title = plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? file);
  return {
    path: pageOf(file),
    title: file === "README.md" ? "Read me" : title,
    // What scrolls can be reached with the keyboard.
    html: html
      .replaceAll("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll("</table>", "</table></div>")
      .replaceAll("<th></th>", "<td></td>")
      .replaceAll("<pre>", '<pre tabindex="0">'),
  };
}

function commandsPage(help) {
  const parts = Object.entries(help).map(
    ([words, text]) =>
      `<h2 id="${slug(words)}">${escaped(words)}</h2>\n<pre><code>${escaped(text)}</code></pre>\n`,
  );
  return {
    path: "commands.html",
    title: "Commands",
    html: `<h1 id="commands">Commands</h1>\n${parts.join("")}`,
  };
}

function apiPage({ paths }) {
  const parts = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, { operationId, summary, tags, parameters = [], requestBody, responses }]) => {
        const nameOf = (content) => content?.content["application/json"].schema.$ref?.split("/").at(-1);
        const rows = [
          ...parameters.map((one) => [`${one.name} (${one.in})`, one.schema?.type ?? ""]),
          ...(requestBody ? [["body", nameOf(requestBody) ?? "an object"]] : []),
          ["answer", nameOf(responses[200]) ?? "a value"],
          [
            "refusals",
            Object.keys(responses)
              .filter((status) => status !== "200")
              .join(", "),
          ],
          ["part of", tags.join(", ")],
        ];
        const cells = rows.map(
          ([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(String(value))}</td></tr>`,
        );
        return `<h2 id="${operationId}">${operationId}</h2>\n<p>${escaped(summary)}</p>\n<p><code>${verb.toUpperCase()} ${escaped(path)}</code></p>\n<div class="wide"><table>${cells.join("")}</table></div>\n`;
      },
    ),
  );
  const about = "<p><code>parley schema openapi</code> prints all of it, with the schemas.</p>";
  return {
    path: "api.html",
    title: "HTTP API",
    html: `<h1 id="http-api">HTTP API</h1>\n${about}\n${parts.join("")}`,
  };
}

/** What the search searches: a heading, and the text up to the next one. */
function sectionsOf({ path, title, html }) {
  return html.split(/(?=<h[1-3] id=)/).flatMap((part) => {
    const [, id, heading] = /^<h[1-3] id="([^"]+)">(.*?)<\/h[1-3]>/s.exec(part) ?? [];
    return id === undefined
      ? []
      : [[`${path}#${id}`, title, plain(heading), plain(part.replace(/^<h[1-3].*?<\/h[1-3]>/s, ""))]];
  });
}

const frame = ({ path, title, html }, menu, version) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file:">
<title>${escaped(title)} · Parley</title>
<link rel="stylesheet" href="style.css">
</head>
<body class="docs">
<nav aria-label="Pages">
<button id="fold" aria-expanded="false" aria-controls="menu" hidden>Menu</button>
<p><a href="index.html"><strong>Parley</strong></a> ${escaped(version)}</p>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off">
<ol id="found" hidden></ol>
<div id="menu">
${menu.map((group) => `<p class="menu-group">${escaped(group.title)}</p>\n<ul>\n${group.pages.map((one) => `<li><a href="${one.path}"${one.path === path ? ' aria-current="page"' : ""}>${escaped(one.title)}</a></li>`).join("\n")}\n</ul>`).join("\n")}
</div>
</nav>
<main>
${html}
</main>
<script src="search.js"></script>
</body>
</html>
`;
