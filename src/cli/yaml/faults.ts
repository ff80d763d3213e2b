/** Finds what is wrong with a document before any schema is applied, and reports all of it at once. */
import type { YamlFault } from "./fault.ts";
import type { YamlNode } from "./nodes.ts";

/** Tags of the core schema. The parser itself judges tags that a `%TAG` directive defines. */
const KNOWN_TAG = /^(?:!|!!(?:str|int|float|bool|null|map|seq)|!<.*|![\w-]+!.*)$/;

/** Duplicate keys, keys that are not texts, and unknown tags, from top to bottom. */
export function faultsOf(node: YamlNode): YamlFault[] {
  const { tag } = node;
  const own =
    tag && !KNOWN_TAG.test(tag.name) ? [{ offset: tag.offset, message: `unknown tag ${tag.name}` }] : [];
  const keys = new Set<string>();
  const inside = node.pairs.flatMap(({ key, value }) => {
    const name = key.text ?? "";
    const isTwin = key.text !== undefined && !key.isMerge && keys.has(name);
    keys.add(name);
    const twin = isTwin ? [{ offset: key.offset, message: `the key "${name}" appears twice` }] : [];
    const isText = key.isMerge || key.items.length + key.pairs.length === 0;
    const odd = isText ? [] : [{ offset: key.offset, message: "a key must be a text, not a list or a map" }];
    return [...twin, ...odd, ...faultsOf(key), ...faultsOf(value)];
  });
  return [...own, ...inside, ...node.items.flatMap(faultsOf)];
}
