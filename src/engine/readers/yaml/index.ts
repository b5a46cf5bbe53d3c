import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  parseDocument,
  type Alias,
  type Document as Yaml,
  type Node,
  type Scalar,
} from 'yaml';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import { double, int, type Value } from '../../model/value.ts';
import { ScalarText } from './scalar-text.ts';

/** A YAML text that people edit by hand: its value, and the place of each part. `withScalar` changes a part. */
export interface YamlDocument {
  readonly text: string;
  readonly value: Value;
  /** The faults of the text, in order; the value is the part that was understood. */
  readonly problems: readonly Problem[];
  /** The range of the value at a path; null when there is none. */
  locate(path: Path): TextRange | null;
  /** The range of the key that the last step of a path names. */
  locateKey(path: Path): TextRange | null;
  /** The scalar at a path; null when there is no text. */
  scalar(path: Path): ScalarText | null;
}

/** Deeper than a person writes, and small enough for a recursive walk. */
const maxDepth = 200;
/** Aliases may repeat a part many times over; a text of a few lines must not become a billion values. */
const maxValues = 100_000;
/** A manifest is some kilobytes. */
const maxLength = 2_000_000;
/**
 * The library reads without a pause, in time proportional to the number of words and signs: this many take a few
 * seconds.
 */
const maxParts = 500_000;
/** Brackets and signs within each other: far more than `maxDepth`, and far less than what the library’s stack holds. */
const maxNesting = 1000;
/** Maximum number of listed faults. */
const maxFaults = 100;

/** YAML 1.2. Only a text that is too much for it altogether is a problem; faults are listed beside what was understood. */
export function readYaml(text: string): Result<YamlDocument, Problem> {
  if (text.length > maxLength) {
    return err({
      code: 'yaml/too-long',
      message: `This YAML has ${text.length} characters; up to ${maxLength} are read. Paste the manifest alone.`,
    });
  }
  const excess = excessOf(text);
  return excess === null ? ok(documentOf(text)) : err(excess);
}

/** Looks at the parts alone, because the library is recursive: nesting beyond the stack may end the whole program. */
function excessOf(text: string): Problem | null {
  let parts = 0;
  let [inBrackets, onLine] = [0, 0];
  for (const part of new Lexer().lex(text)) {
    if (++parts > maxParts) return tooManyParts;
    if (part === '[' || part === '{') inBrackets++;
    else if (part === ']' || part === '}') inBrackets--;
    else if (part === '-' || part === '?') onLine++;
    else if (part.startsWith('\n') || part.startsWith('\r')) onLine = 0;
    if (inBrackets + onLine > maxNesting) return tooDeep;
  }
  return null;
}

const tooManyParts: Problem = {
  code: 'yaml/too-many-parts',
  message: `This YAML has more than ${maxParts} words and signs, which takes too long to read. Paste less of it, or write it as JSON.`,
};

const tooDeep: Problem = {
  code: 'yaml/too-deep',
  message: 'This YAML is nested too deeply to be read. Paste less of it.',
};

/**
 * The library compares each key of a map with all others, writes an excerpt of the text for each fault, and searches
 * the whole text for each alias: each of these is quadratic in the text's length. So the first two are turned off here,
 * and keys and aliases are looked up by our own walk.
 */
export const yamlOptions = {
  keepSourceTokens: true,
  intAsBigInt: true,
  logLevel: 'silent',
  uniqueKeys: false,
  prettyErrors: false,
} as const;

function documentOf(text: string): YamlDocument {
  const yaml = parseDocument(text, yamlOptions);
  const walk = new Walk(text);
  const value = walk.value(yaml.contents, 0);
  const faults = [...yaml.errors, ...yaml.warnings]
    .slice(0, maxFaults)
    .map(({ message, pos: [start, end] }) => malformed(message, { start, end: Math.max(end, start + 1) }));
  const found = (path: Path) => walk.nodeAt(yaml, path);
  return {
    text,
    value,
    problems: [...faults, ...walk.problems],
    locate: (path) => rangeOf(found(path)?.node),
    locateKey: (path) => rangeOf(found(path)?.key),
    scalar(path) {
      const { node } = found(path) ?? {};
      return isScalar(node) && node.value !== null ? new ScalarText(text, node) : null;
    },
  };
}

const malformed = (message: string, range: TextRange): Problem => ({
  code: 'yaml/malformed',
  message: `This is not YAML here: ${message.split('\n', 1)[0] ?? ''}.`,
  range,
});

/** Makes the value of the library's tree, and resolves each alias. */
export class Walk {
  readonly problems: Problem[] = [];
  readonly #text: string;
  /** The current anchor of a name at this place of the text: a later anchor may replace it. */
  readonly #anchors = new Map<string, Node>();
  readonly #aliases = new Map<Alias, Node | undefined>();
  #left = maxValues;
  #isBeyond = false;

  constructor(text: string) {
    this.#text = text;
  }

  value(node: unknown, depth: number): Value {
    if (depth > maxDepth || this.#left-- <= 0) return this.#beyond(node);
    if (isAlias(node)) return this.value(this.meant(node), depth + 1);
    this.#named(node);
    if (isScalar(node)) return scalarValue(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    if (isMap(node)) return this.#record(node.items, depth);
    return null;
  }

  nodeAt(yaml: Yaml, path: Path): Found | undefined {
    let at: Found = { node: yaml.contents, key: null, isInFlow: false };
    for (const step of path) {
      const holder = isAlias(at.node) ? this.meant(at.node) : at.node;
      if (isMap(holder)) {
        const pair = holder.items.findLast((item) => isPair(item) && this.#keyText(item.key) === String(step));
        if (pair === undefined) return undefined;
        at = { node: pair.value, key: pair.key, isInFlow: at.isInFlow || holder.flow === true };
      } else if (isSeq(holder) && typeof step === 'number' && step in holder.items) {
        at = { node: holder.items[step], key: null, isInFlow: at.isInFlow || holder.flow === true };
      } else return undefined;
    }
    return at;
  }

  #record(items: readonly { readonly key: unknown; readonly value: unknown }[], depth: number): Value {
    const fields = new Map<string, Value>();
    for (const { key, value } of items) {
      // A key may be an anchor, or hold some.
      if (!isScalar(key)) this.value(key, depth + 1);
      else this.#named(key);
      const name = this.#keyText(key);
      const range = fields.has(name) ? rangeOf(key) : null;
      if (range !== null && this.problems.length < maxFaults)
        this.problems.push(malformed('Map keys must be unique', range));
      fields.set(name, this.value(value, depth + 1));
    }
    // `fromEntries` makes `__proto__` a key like any other.
    return Object.fromEntries(fields);
  }

  #named(node: unknown): void {
    const { anchor } = (node ?? {}) as { readonly anchor?: string }; // scalars and collections of the library may have one
    if (anchor !== undefined) this.#anchors.set(anchor, node as Node);
  }

  /** The node that an alias names. It is resolved at its place, when `value` first reaches it. */
  meant(alias: Alias): Node | undefined {
    if (!this.#aliases.has(alias)) this.#aliases.set(alias, this.#anchors.get(alias.source));
    return this.#aliases.get(alias);
  }

  /** The key as text; for a key that is a list or a map, its source. */
  #keyText(key: unknown): string {
    if (isScalar(key)) return String(key.value ?? '');
    const range = rangeOf(key);
    return range === null ? '' : this.#text.slice(range.start, range.end);
  }

  #beyond(node: unknown): null {
    if (!this.#isBeyond) {
      this.#isBeyond = true;
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

interface Found {
  readonly node: unknown;
  readonly key: unknown;
  readonly isInFlow: boolean;
}

function rangeOf(node: unknown): TextRange | null {
  // Every node that the library made from a text has a range; a node without one is not from the text.
  const range = (node as Node | null | undefined)?.range;
  return range == null ? null : { start: range[0], end: range[1] };
}
