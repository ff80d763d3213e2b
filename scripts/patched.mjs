/**
 * A plugin that replaces a text in a file of a library. The build fails if the file is not bundled, or if it
 * does not contain the text exactly once. In that case the library has changed, and the patch must be
 * reviewed.
 */
export function patched(id, from, to) {
  let isPatched = false;
  return {
    name: `patch ${id.source}`,
    transform: {
      filter: { id },
      handler(code) {
        const count = code.split(from).length - 1;
        if (count !== 1) throw new Error(`${id.source} holds ${from} ${count} times instead of once`);
        isPatched = true;
        return code.replace(from, () => to);
      },
    },
    buildEnd(error) {
      if (!error && !isPatched)
        throw new Error(`no file matches ${id.source}: the patch of ${from} had no effect`);
    },
  };
}
