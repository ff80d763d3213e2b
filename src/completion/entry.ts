import type { Noun } from "./cache.ts";

/** What may come after the words of a command. The build keeps that of the program as a file. */
export interface Entry {
  /** The commands below this one, by name. */
  readonly commands: Readonly<Record<string, Entry>>;
  /** Its own options; of the program itself, those that every command takes. */
  readonly options: readonly KnownOption[];
  readonly args: readonly KnownArg[];
  /** What `help` takes besides commands; of the program itself. */
  readonly topics?: readonly string[];
}

export interface KnownOption {
  /** How it may be written. */
  readonly flags: readonly string[];
  /** Absent where it takes none. */
  readonly value?: KnownValue;
}

export interface KnownArg extends KnownValue {
  readonly repeats?: true;
}

/** Either every value there is, or what names one that only profiles or the service know, or nothing. */
export interface KnownValue {
  readonly choices?: readonly string[];
  readonly noun?: Noun | "profile";
}
