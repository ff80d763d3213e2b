// What the executable runs first. A process that the program itself has started is told its entry by the first word.
const isOwn = process.send !== undefined && process.argv[2] === "evaluation-child.cjs";
if (isOwn) load(process.argv[2]);
else load("main.cjs").main((name) => getAsset(name, "utf8"));
