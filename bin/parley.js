#!/usr/bin/env node
const { readFileSync } = require("node:fs");
require("../dist/main.cjs").main((name) => readFileSync(`${__dirname}/../dist/${name}`, "utf8"));
