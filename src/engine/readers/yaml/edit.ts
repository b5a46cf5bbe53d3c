import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isNode,
  isScalar,
  type Node,
  Parser,
  type Scalar,
  visit,
} from 'yaml';
import type { Path } from '../../model/path.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { readYaml, Walk, yamlOptions } from './index.ts';

/**
 * The text with another text in place of the scalar at a path. All else stays as it is written: comments, order, quotes
 * and anchors. Null when there is no scalar at the path, or no way to write the value there.
 */
export function withScalar(text: string, path: Path, value: string): string | null {
  for (const write of [inPlace, inCopies])
    for (const style of [ownStyle, quotes]) {
      const written = write(text, path, value, style);
      if (written !== null && isMeant(text, written, path, value)) return written;
    }
  return null;
}

/** The style in which a value takes a scalar's place; undefined for the style that the library prefers. */
type Style = (scalar: Scalar, value: string, isInFlow: boolean) => Scalar.Type | undefined;

/** Several lines become a block, which begins with any sign; plain lines must not begin with a lone `-`, `?` or `:`. */
const ownStyle: Style = ({ type }, value, isInFlow) =>
  value.includes('\n') && type === 'PLAIN' && !isInFlow ? 'BLOCK_LITERAL' : type;
/** Quotes keep a text such as `true`, a text of blanks alone, and lines in a place where a block cannot be. */
const quotes: Style = () => 'QUOTE_DOUBLE';

/** Changes the scalar's own token and none of its neighbours. */
function inPlace(text: string, path: Path, value: string, style: Style): string | null {
  const { tokens, yaml, walk } = parsed(text);
  const { node, isInFlow = false } = walk.nodeAt(yaml, path) ?? {};
  if (!isScalar(node) || !CST.isScalar(node.srcToken)) return null;
  const type = style(node, value, isInFlow);
  // As in a key, quotes are on one line: the library escapes a line of one space between quotes wrongly.
  const implicitKey = type === 'QUOTE_DOUBLE';
  CST.setScalarValue(node.srcToken, value, { afterKey: true, implicitKey, inFlow: isInFlow, ...(type && { type }) });
  return tokens.map((token) => CST.stringify(token)).join('');
}

/**
 * Writes a scalar in a part that aliases repeat: an alias on the way to it becomes a copy of its part, and so do the
 * aliases of what is changed, so that they keep their value. This formats the whole text anew.
 */
function inCopies(text: string, path: Path, value: string, style: Style): string | null {
  const { yaml, walk, documents } = parsed(text);
  if (documents > 1 || yaml.errors.length > 0 || walk.problems.length > 0) return null;
  const changed = new Set<Node | undefined>();
  for (let depth = 0; depth <= path.length; depth++) {
    const { node } = walk.nodeAt(yaml, path.slice(0, depth)) ?? {};
    if (isAlias(node)) copyAliases(yaml, walk, (alias) => alias === node);
    else if (isNode(node)) changed.add(node);
  }
  copyAliases(yaml, walk, (alias) => changed.has(walk.meant(alias)));
  const { node, isInFlow = false } = walk.nodeAt(yaml, path) ?? {};
  if (!isScalar(node)) return null;
  const type = style(node, value, isInFlow);
  if (type !== undefined) node.type = type;
  node.value = value;
  const written = yaml.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
  return text.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written;
}

/** The text has been read without problems, so no alias is inside its own part, and the copies are no more than it says. */
function copyAliases(yaml: Document, walk: Walk, isMeant: (alias: Alias) => boolean): void {
  visit(yaml, {
    Alias(_key, alias) {
      const target = isMeant(alias) ? walk.meant(alias) : undefined;
      if (target === undefined) return undefined;
      // The library declares the copy as any node that it may be.
      const copy = target.clone() as Node;
      visit(copy, {
        Node(_inner, node) {
          if (!isAlias(node)) delete node.anchor;
          node.comment = node.commentBefore = null;
        },
      });
      // Behind the last entry of a list, the comment of the alias would seem to belong to that entry.
      const above = [alias.commentBefore, alias.comment].filter((comment) => comment != null).join('\n');
      if (isScalar(copy)) copy.comment = alias.comment ?? null;
      else if (above !== '') copy.commentBefore = above;
      return copy;
    },
  });
}

/** Parsed again, because an edit changes the library's tokens and nodes. */
function parsed(text: string) {
  const tokens = [...new Parser().parse(text)];
  const documents = [...new Composer(yamlOptions).compose(tokens, true, text.length)];
  const [yaml] = documents;
  if (yaml === undefined) throw new Error('a forced document is missing');
  const walk = new Walk(text);
  walk.value(yaml.contents, 0);
  return { tokens, yaml, walk, documents: documents.length };
}

/** The library decides how a value is written. This checks that it reads back, and that nothing else reads differently. */
function isMeant(before: string, after: string, path: Path, value: string): boolean {
  const [old, read] = [readYaml(before), readYaml(after)];
  if (!old.ok || !read.ok || read.value.problems.length > old.value.problems.length) return false;
  if (valueAt(read.value.value, path) !== value) return false;
  return withoutPart(old.value.value, path) === withoutPart(read.value.value, path);
}

/** All of a value but the part at a path, as a text that can be compared. */
function withoutPart(value: Value, path: Path): string {
  const [step, ...below] = path;
  if (step === undefined) return '';
  const entries = Object.entries(value ?? {}).map(([key, part]: [string, Value]) =>
    key === String(step) ? [key, withoutPart(part, below)] : [key, part],
  );
  return JSON.stringify(entries, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
