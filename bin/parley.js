#!/usr/bin/env node
require("../dist/main.cjs").main(`${__dirname}/../dist`);
