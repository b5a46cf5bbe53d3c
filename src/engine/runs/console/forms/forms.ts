import type { Path } from '../../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';

/** Converts expressions of a system's programs to operations. */
export interface Forms {
  /** Modules whose import can be ignored: a run has their parts already. */
  readonly modules: readonly string[];
  /** The properties of an object, when they are always the same. */
  readonly fields?: readonly string[];
  /** The operation that reads a place, and the remaining path within its result; null when the place cannot be read. */
  read(path: Path): (Asked & { readonly rest: Path }) | null;
  /** The operation that assigns to a place; a text when that is not possible, with the reason. */
  write(path: Path, value: Value): Asked | string;
  remove?(path: Path): Asked | string;
  /** A method of a part of the object, such as `ctx.itemLog.append(…)`. Null: unknown method. */
  method?(path: Path, name: string, given: readonly Given[]): Asked | null;
  /** Functions and classes that a program imports, such as `Context(…)`. */
  readonly imported?: readonly string[];
  construct?(name: string, given: readonly Given[]): Asked | string | null;
  /** Names of other libraries whose results have no effect in a run: a schema, for example. */
  readonly libraries?: readonly string[];
  /** A bare name that examples use without defining it: a place below the main object. */
  readonly ambient?: { readonly [name: string]: Path };
  /** The argument for a place, when it is more than its value; undefined: use the value. */
  argument?(object: string | null, path: Path): Value | undefined;
  /** Whether two views show one object; undefined: compare them as values. */
  isOne?(left: Value, right: Value): boolean | undefined;
  /** The operations of an object that is pasted alone. */
  pasted?(value: RecordValue): readonly Asked[] | string;
}

export interface Asked {
  readonly op: string;
  readonly args: RecordValue;
  /** Another object than the one that the place belongs to. */
  readonly on?: string;
}

/** An argument of a method or a constructor. */
export interface Given {
  readonly name: string | null;
  readonly value: Value;
  /** The object of the run; null: the main one. */
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
