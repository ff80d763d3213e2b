/** Processes of an agent that outlived their test, found by a word in their environment or command line. */
import { readdirSync, readFileSync } from "node:fs";

export const processesWith = (word: string): number[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const told = ["cmdline", "environ"].map((part) => readFileSync(`/proc/${name}/${part}`, "latin1"));
      const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, "latin1"));
      return !isZombie && told.some((text) => text.includes(word)) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
