/** Plays the versions of agent 101 and their labels on the recorder. */
import type { Recorded, Reply } from "./recorder.ts";

/** The differences between prompts and knowledge bases on a command line and in requests. */
export const KINDS = [
  {
    group: "prompts",
    noun: "prompt",
    kind: "prompt",
    path: "/v1/agents/101/prompts/versions",
    text: "prompt_text",
  },
  {
    group: "kb",
    noun: "knowledge base",
    kind: "knowledge_base",
    path: "/v1/agents/101/knowledge-bases/versions",
    text: "kb_text",
  },
] as const;
export type Kind = (typeof KINDS)[number];

export const idOf = (version: number) => `0b9e0000-0000-4000-8000-${String(version).padStart(12, "0")}`;

/** Versions 3, 4, and 5. E15 moves labels. A test can also move them, or answer instead. */
export class VersionsPlayed {
  readonly holders: Map<string, number>;
  readonly #kind: Kind;

  constructor(kind: Kind, holders: Readonly<Record<string, number>>) {
    this.#kind = kind;
    this.holders = new Map(Object.entries(holders));
  }

  readonly answer = ({ method, path, body }: Recorded): Reply => {
    const { pathname, searchParams } = new URL(path, "http://service");
    // Like a service without the extensions, so the release history is a file.
    if (pathname.endsWith("/draft-policies")) return { status: 404, body: { detail: "no such route" } };
    if (pathname.endsWith("/label-moves")) return { status: 404, body: { detail: "no such route" } };
    if (method === "POST") {
      const version = Number(/versions\/(\d+)\/labels$/.exec(pathname)?.[1]);
      for (const label of body.labels) this.holders.set(label, version);
      return { body: { labels: body.labels } };
    }
    const label = searchParams.get("label");
    const named = searchParams.get("version");
    const found = label === null ? [3, 4, 5] : [this.holders.get(label) ?? 0];
    const asked = named === null ? found : [Number(named)];
    return {
      body: asked.filter((version) => version >= 3 && version <= 5).map((version) => this.#show(version)),
    };
  };

  #show(version: number) {
    return {
      [this.#kind.text]: `Text ${version}.\n`,
      version,
      agent_id: 101,
      id: idOf(version),
      labels: [...this.holders].filter(([, holder]) => holder === version).map(([label]) => label),
    };
  }
}
