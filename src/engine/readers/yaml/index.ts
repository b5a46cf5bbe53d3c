import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type Document as Yaml,
  type Node,
  type Scalar,
} from 'yaml';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import { double, int, type Value } from '../../model/value.ts';
import { ScalarText } from './scalar-text.ts';

/** A YAML text that people write by hand and go on editing: its value, where each part stands, and how to change a part. */
export interface YamlDocument {
  readonly text: string;
  readonly value: Value;
  /** What the text has that is not YAML, in the order of the text; the value is what could be understood all the same. */
  readonly problems: readonly Problem[];
  /** Where the value at a path stands; null when the path leads nowhere. */
  locate(path: Path): TextRange | null;
  /** Where the key stands that the last step of a path names. */
  locateKey(path: Path): TextRange | null;
  /** The text at a path, as it is written: null where there is no text. */
  scalar(path: Path): ScalarText | null;
}

/** Deeper than a person writes, and shallow enough for a walk by recursion. */
const maxDepth = 200;
/** Aliases may repeat a part many times over; a text of a few lines must not become a billion values. */
const maxValues = 100_000;
/** A manifest is some kilobytes. */
const maxLength = 2_000_000;

/** YAML 1.2. Only a text that is too much for it altogether is a problem; faults are listed beside what was understood. */
export function readYaml(text: string): Result<YamlDocument, Problem> {
  if (text.length > maxLength) {
    return err({
      code: 'yaml/too-long',
      message: `This YAML has ${text.length} characters; up to ${maxLength} are read. Paste the manifest alone.`,
    });
  }
  try {
    return ok(documentOf(text));
  } catch (cause) {
    // The library goes by recursion: nesting beyond what it bears shows as this.
    if (!(cause instanceof RangeError)) throw cause;
    return err({ code: 'yaml/too-deep', message: 'This YAML is nested too deeply to be read. Paste less of it.' });
  }
}

function documentOf(text: string): YamlDocument {
  const yaml = parseDocument(text, { keepSourceTokens: true, intAsBigInt: true, logLevel: 'silent' });
  const walk = new Walk(yaml);
  const value = walk.value(yaml.contents, 0);
  const faults = [...yaml.errors, ...yaml.warnings].map(({ message, pos: [start, end] }): Problem => ({
    code: 'yaml/malformed',
    message: `This is not YAML here: ${(message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')}.`,
    range: { start, end: Math.max(end, start + 1) },
  }));
  const found = (path: Path) => nodeAt(yaml, path);
  return {
    text,
    value,
    problems: [...faults, ...walk.problems],
    locate: (path) => rangeOf(found(path)?.node),
    locateKey: (path) => rangeOf(found(path)?.key),
    scalar(path) {
      const { node, isInFlow = false } = found(path) ?? {};
      return isScalar(node) && node.value !== null ? new ScalarText(text, node, isInFlow) : null;
    },
  };
}

class Walk {
  readonly problems: Problem[] = [];
  readonly #yaml: Yaml;
  #left = maxValues;

  constructor(yaml: Yaml) {
    this.#yaml = yaml;
  }

  value(node: unknown, depth: number): Value {
    if (depth > maxDepth || this.#left-- <= 0) return this.#beyond(node);
    if (isAlias(node)) return this.value(node.resolve(this.#yaml), depth + 1);
    if (isScalar(node)) return scalarValue(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    // `fromEntries` makes `__proto__` a key like any other.
    if (isMap(node))
      return Object.fromEntries(node.items.map(({ key, value }) => [keyText(key), this.value(value, depth + 1)]));
    return null;
  }

  #beyond(node: unknown): null {
    if (this.problems.length === 0) {
      const range = rangeOf(node);
      const message = 'This part was left out: the YAML is nested too deeply, or its aliases repeat too much.';
      this.problems.push({ code: 'yaml/left-out', message, ...(range !== null && { range }) });
    }
    return null;
  }
}

function scalarValue({ value, source }: Scalar): Value {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return int(value);
  if (typeof value === 'number') return double(value);
  return value === null || value === undefined ? null : (source ?? '');
}

const keyText = (key: unknown): string => (isScalar(key) ? String(key.value ?? '') : String(key));

interface Found {
  readonly node: unknown;
  readonly key: unknown;
  readonly isInFlow: boolean;
}

function nodeAt(yaml: Yaml, path: Path): Found | undefined {
  let at: Found = { node: yaml.contents, key: null, isInFlow: false };
  for (const step of path) {
    const holder = isAlias(at.node) ? at.node.resolve(yaml) : at.node;
    if (isMap(holder)) {
      const pair = holder.items.findLast((item) => isPair(item) && keyText(item.key) === String(step));
      if (pair === undefined) return undefined;
      at = { node: pair.value, key: pair.key, isInFlow: at.isInFlow || holder.flow === true };
    } else if (isSeq(holder) && typeof step === 'number' && step in holder.items) {
      at = { node: holder.items[step], key: null, isInFlow: at.isInFlow || holder.flow === true };
    } else return undefined;
  }
  return at;
}

function rangeOf(node: unknown): TextRange | null {
  // Whatever the library composed of a text has a range; a node without one stands for nothing in it.
  const range = (node as Node | null | undefined)?.range;
  return range == null ? null : { start: range[0], end: range[1] };
}
