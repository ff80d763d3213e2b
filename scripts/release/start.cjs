// The executable runs this first. If the program itself has started the process, the first word names its
// entry.
const isOwn = process.send !== undefined && process.argv[2] === "evaluation-child.cjs";
if (isOwn) load(process.argv[2]);
else load("main.cjs").main((name) => getAsset(name, "utf8"));
