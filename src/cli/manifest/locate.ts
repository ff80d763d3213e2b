/** Finds the position of a path in a YAML document. */
import type { YamlNode, YamlPair } from "../yaml/nodes.ts";
import type { Path } from "./parsed.ts";

/** Offset of a path's value, or of its key. If it does not exist, that of the nearest parent that does. */
export function offsetOf(root: YamlNode, path: Path, ofKey = false): number {
  let node: YamlNode | undefined = root;
  let offset = root.offset;
  for (const [depth, step] of path.entries()) {
    const whole: YamlNode | undefined = node?.followed;
    const pair: YamlPair | undefined = whole?.pairNamed(String(step));
    node = whole?.items[Number(step)] ?? pair?.value;
    const key = pair?.key.offset;
    offset = (ofKey && depth === path.length - 1 ? key : node?.offset) ?? key ?? offset;
  }
  return offset;
}

/** The scalar at a path as it was written, without its quotes. */
export function writtenAt(root: YamlNode, path: Path): string | undefined {
  let node: YamlNode | undefined = root;
  for (const step of path) {
    const whole: YamlNode | undefined = node?.followed;
    node = whole?.items[Number(step)] ?? whole?.pairNamed(String(step))?.value;
  }
  return node?.followed.text;
}
