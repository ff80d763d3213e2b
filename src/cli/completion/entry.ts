import type { Noun } from "./cache.ts";

/** What may follow the words of a command. The build stores the program's entry as a file. */
export interface Entry {
  /** The commands below this one, by name, if it is a group. */
  readonly commands?: Readonly<Record<string, Entry>>;
  /** Its own options. For the program itself, the options that every command takes. */
  readonly options: readonly KnownOption[];
  readonly args: readonly KnownArg[];
  /** The words that `help` takes in addition to commands. Only for the program itself. */
  readonly topics?: readonly string[];
}

export interface KnownOption {
  /** Every spelling of the option. */
  readonly flags: readonly string[];
  /** Absent if it takes no value. */
  readonly value?: KnownValue;
}

export interface KnownArg extends KnownValue {
  readonly repeats?: true;
}

/** Every possible value, or the noun whose values only the profiles or the service know, or nothing. */
export interface KnownValue {
  readonly choices?: readonly string[];
  readonly noun?: Noun | "profile";
}
