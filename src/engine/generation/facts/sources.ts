/** What values for callers are made of. */
import type { Person } from "../person.ts";
import type { Hours } from "./hours.ts";
import type { NamedList } from "./lists.ts";

export type Scalar = string | number | boolean;

export type Found =
  | { value: Scalar | readonly (string | number)[] }
  /** Nobody can know it but the person who sets up the test. */
  | { open: string };

export interface Sources {
  /** Everything that the agent's texts say. */
  text: string;
  lists: readonly NamedList[];
  hours: Hours;
  /** Numbers of orders and the like that the texts name, by words: `order_number`. */
  identifiers: readonly { slot: string; value: string }[];
  /** ISO date of the day on which the caller is made. */
  today: string;
  seed: string;
}

export interface Caller {
  person: Person;
  /** Its place among all callers of the request. */
  place: number;
  /** What it wants, in words. */
  goal: string;
}

/** How a tool deals with what is asked for. */
export interface Use {
  tool: string;
  /** It is about something that exists already: an order, a booking. */
  refersBack: boolean;
  /** It looks up a record, so it takes what the record has. */
  looksUp?: boolean;
  /** The agent finds a record before, and reads out of it what is to choose from. */
  isFed?: boolean;
  /** It takes a slot that another tool has listed. */
  takesSlot?: boolean;
  /** The names of ids that only the agent's tools know. */
  own?: ReadonlySet<string>;
  /** The names of parameters for places. Only some of these are served. */
  places?: ReadonlySet<string>;
  /** Stems of the things that other tools of the agent find: `slot` for find_slots. */
  found: ReadonlySet<string>;
  /** How many the goal names of each kind of people: adults, children. */
  counts?: ReadonlyMap<string, number>;
  /** The values of other parameters that the goal names: a coat. */
  things?: readonly string[];
  /** Another tool looks up the thing that it is about, and sees what belongs to it. */
  isOnRecord?: boolean;
  /** It takes one number or code of what exists already, and no other. */
  isOnlyKey?: boolean;
  /** The tool, or one that is called with it, takes a postcode of its own. */
  takesPostcode?: boolean;
  /** The number of a house has a field of its own. */
  takesHouseNumber?: boolean;
  /** It takes when something is returned: what is dropped off is dropped off before. */
  returns?: boolean;
  /** The names of parameters for where a trip ends. */
  endsOfTrip?: ReadonlySet<string>;
  /** Parameters that take the same values as others: the first of these, and their place among them. */
  twins?: ReadonlyMap<string, { readonly of: string; readonly place: number }>;
}
