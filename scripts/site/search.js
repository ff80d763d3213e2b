// Finds sections that contain every word that was typed. A word in a heading counts for more.
const input = document.getElementById("search");
const list = document.getElementById("found");
const lower = SECTIONS.map(([, title, heading, text]) => [
  `${title} ${heading}`.toLowerCase(),
  text.toLowerCase(),
]);

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  if (words.length > 0)
    lower.forEach(([heading, text], place) => {
      let score = 0;
      for (const word of words) {
        if (heading.includes(word)) score += 10;
        else if (text.includes(word)) score += 1;
        else return;
      }
      found.push([score, place]);
    });
  found.sort(([a, i], [b, j]) => b - a || i - j);
  list.replaceChildren(...found.slice(0, 20).map(([, place]) => entry(SECTIONS[place], words[0])));
  list.hidden = words.length === 0;
  if (words.length > 0 && found.length === 0)
    list.append(Object.assign(document.createElement("li"), { textContent: "nothing found" }));
}

function entry([href, title, heading, text], word) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title === heading ? title : `${title}: ${heading}`;
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  item.append(link, document.createElement("br"), text.slice(at, at + 120));
  return item;
}

input.addEventListener("input", search);

// On a narrow screen, the menu is folded until somebody opens it. Without this script, it stays open.
const fold = document.getElementById("fold");
fold.hidden = false;
document.body.classList.add("folds");
fold.addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("unfolded");
  fold.setAttribute("aria-expanded", String(isOpen));
});
