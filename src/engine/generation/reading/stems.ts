const STEM = 5;
const SMALL = new Set(
  "about after again always and any before call caller customer from have into must never only over person that their them then they this to user what when where with your".split(
    " ",
  ),
);

/** The words of a text that mean something, by their first letters, which survive inflection. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/\p{L}{4,}/gu);
  return new Set((words ?? []).filter((word) => !SMALL.has(word)).map((word) => word.slice(0, STEM)));
}
