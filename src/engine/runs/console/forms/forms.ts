import type { Path } from '../../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';

/** What a system's programs write, as the operations that it comes to here. */
export interface Forms {
  /** Modules whose import is no news: what a run needs of them is there. */
  readonly modules: readonly string[];
  /** The properties that an object has, where they are always the same. */
  readonly fields?: readonly string[];
  /** The operation that reads a place, and what is left to be looked up in its result; null where nothing is there to read. */
  read(path: Path): (Asked & { readonly rest: Path }) | null;
  /** What is assigned to a place; a text says in a sentence why nothing can be. */
  write(path: Path, value: Value): Asked | string;
  remove?(path: Path): Asked | string;
  /** A method of something inside the object, such as `ctx.itemLog.append(…)`. Null: none that is known. */
  method?(path: Path, name: string, given: readonly Given[]): Asked | null;
  /** Functions and classes that a program imports, such as `Context(…)`. */
  readonly imported?: readonly string[];
  construct?(name: string, given: readonly Given[]): Asked | string | null;
  /** Names of other libraries, of which what they make has no part in a run: a schema, say. */
  readonly libraries?: readonly string[];
  /** A bare name that examples use without having made it: a place below the main object. */
  readonly ambient?: { readonly [name: string]: Path };
  /** A place as an argument, where it is more than its value; undefined: take the value. */
  argument?(object: string | null, path: Path): Value | undefined;
  /** Whether two views are of one object; undefined: they are compared as values are. */
  isOne?(left: Value, right: Value): boolean | undefined;
  /** What an object that is pasted alone means. */
  pasted?(value: RecordValue): readonly Asked[] | string;
}

export interface Asked {
  readonly op: string;
  readonly args: RecordValue;
  /** An object other than the one that the place belongs to. */
  readonly on?: string;
}

/** An argument of a method or a constructor. */
export interface Given {
  readonly name: string | null;
  readonly value: Value;
  /** The object of the run that it is; null: the main one. */
  readonly object: string | null | undefined;
}

export const namedArguments = (given: readonly Given[]): RecordValue =>
  Object.fromEntries(given.flatMap(({ name, value }) => (name === null ? [] : [[name, value]])));

/** The arguments of a constructor: by name, or one object of them. */
export function constructorArguments(given: readonly Given[]): RecordValue {
  const [first] = given;
  return first?.name === null && isRecord(first.value) ? first.value : namedArguments(given);
}

/** The first argument, or the one of that name. */
export const argumentOf = (given: readonly Given[], name: string): Given | undefined =>
  given.find((each) => each.name === name) ?? given.find((each) => each.name === null);
