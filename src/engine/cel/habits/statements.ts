import { error } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { change, instead, negated, put, without } from './habit.ts';
import type { Source } from './source.ts';

const yaml =
  /^\s*(?:-\s+)?(["']?)(assert|condition|expression|expr|rule|cel|when|if|validation|require|check|transform|match)\1\s*:(?=\s)\s*(?:[|>][-+]?[ \t]*\n)?/;

/** `assert: input.amount < 5`, pasted with its key from the manifest. */
export function* yamlKey(source: Source): Generator<Diagnostic> {
  const { text } = source;
  const match = yaml.exec(text);
  if (match === null) return;
  const [head] = match;
  // Other keys of the step are on lines of their own.
  const lines = text.slice(head.length).split('\n');
  const next = lines.findIndex((line, at) => at > 0 && /^ *(?:- +)?[a-z_]+:(?: |$)/.test(line));
  const body = lines
    .slice(0, next === -1 ? lines.length : next)
    .join('\n')
    .trim();
  const quote = /^(["'])[^]*\1$/.exec(body)?.[1];
  const inside =
    quote === undefined ? body : body.slice(1, -1).replaceAll(quote === '"' ? /\\(["\\])/g : /'(')/g, '$1');
  // A quoted text that contains quotes is CEL's own: `"a" + "b"`.
  const isQuoted =
    quote !== undefined &&
    !body
      .slice(1, -1)
      .replaceAll(/\\.|''/g, '')
      .includes(quote);
  const wholeRange = { start: 0, end: text.length };
  yield instead(source, {
    range: { start: 0, end: head.trimEnd().length },
    seen: `\`${match[2]}:\` is a key of the manifest, not part of the expression`,
    part: wholeRange,
    edits: [change(wholeRange, isQuoted ? inside : body)],
  });
}

const fence = /^\s*(`{1,3})(?:[a-z]*\n)?([^`]+)\1\s*$/;

/** A rule in Markdown's backquotes. */
export function* fences(source: Source): Generator<Diagnostic> {
  const match = fence.exec(source.text);
  const body = match?.[2] ?? '';
  if (match === null || body.includes('${')) return;
  const wholeRange = { start: 0, end: source.text.length };
  const seen = 'The backquotes belong to Markdown, not to the expression';
  yield instead(source, { range: wholeRange, seen, part: wholeRange, edits: [change(wholeRange, body.trim())] });
}

/** `return x`, `x;`, and the braces of a block around it. */
export function* endings(source: Source): Generator<Diagnostic> {
  const { pieces } = source;
  if (source.is(0, 'return') && pieces.length > 1) {
    const last = source.is(pieces.length - 1, ';') ? pieces.length - 2 : pieces.length - 1;
    const range = source.range(0, 0);
    const edits = [
      without(source, range),
      ...(last < pieces.length - 1 ? [change(source.range(last + 1, last + 1), '')] : []),
    ];
    yield instead(source, {
      range,
      seen: 'CEL has no `return`: a rule is one expression',
      part: source.range(0, pieces.length - 1),
      edits,
    });
    return;
  }
  const last = pieces.length - 1;
  const range = source.range(last, last);
  if (last > 0 && source.is(last, ';') && !source.is(0, 'if')) {
    const message = 'A CEL rule is one expression and takes no `;`; leave it out.';
    yield error('parse', message, range, { title: 'Leave out `;`', edits: [change(range, '')] });
  }
}

/** `# why` and `/* why *\/`. */
export function* comments({ text, pieces }: Source): Generator<Diagnostic> {
  for (const { text: sign, start, end } of pieces) {
    if (sign === '#') {
      const range = { start, end };
      const message = 'A comment in CEL begins with `//`, not with `#`; write `//`.';
      yield error('parse', message, range, { title: 'Write `//`', edits: [change(range, '//')] });
      return;
    }
    const block = sign === '/' ? /^\/\*[^]*?(?:\*\/|$)/.exec(text.slice(start))?.[0] : undefined;
    if (block === undefined) continue;
    const range = { start, end: start + block.length };
    const message = 'CEL has no `/* … */`, a comment begins with `//` and ends with its line; leave it out.';
    yield error('parse', message, range, { title: 'Leave the comment out', edits: [change(range, '')] });
    return;
  }
}

/** `if a then b else c`, `if (a) { return b; } else { return c; }`. */
export function* conditionals(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    if (!source.is(index, 'if') || source.endsValue(index - 1)) continue;
    const choice = choiceAt(source, index);
    if (choice === undefined) continue;
    const end = source.is(choice.next, ';') ? choice.next : choice.next - 1;
    const isWhole = index === 0 && end >= source.pieces.length - 1;
    const text = isWhole ? choice.text : `(${choice.text})`;
    const part = source.range(index, end);
    const seen = 'CEL has no `if`: a choice is written `condition ? value : value`';
    yield instead(source, { range: source.range(index, index), seen, part, edits: [change(part, text)] });
    return;
  }
}

function choiceAt(source: Source, index: number): Value | undefined {
  const test = valueAt(source, index + 1, true);
  const then = test && valueAt(source, source.is(test.next, 'then', ':') ? test.next + 1 : test.next, false);
  if (test === undefined || then === undefined) return undefined;
  const elseAt = source.is(then.next, ';') ? then.next + 1 : then.next;
  const condition = test.text.includes('?') ? `(${test.text})` : test.text;
  const otherwise = otherwiseAt(source, elseAt);
  // Without an `else` branch, the rule requires something only where the condition is true.
  if (otherwise === undefined) {
    const not = negated(condition);
    return { text: then.text === 'false' ? not : `${not} || ${then.text}`, next: then.next };
  }
  return { text: `${condition} ? ${then.text} : ${otherwise.text}`, next: otherwise.next };
}

function otherwiseAt(source: Source, index: number): Value | undefined {
  if (source.is(index, 'elif')) return choiceAt(source, index);
  if (!source.is(index, 'else')) return undefined;
  if (source.is(index + 1, 'if')) return choiceAt(source, index + 1);
  return valueAt(source, source.is(index + 1, ':') ? index + 2 : index + 1, false);
}

interface Value {
  readonly text: string;
  /** The token behind it. */
  readonly next: number;
}

/** A value, with or without the braces of a block, with or without `return` before it. */
function valueAt(source: Source, at: number, isCondition: boolean): Value | undefined {
  const closed = source.partner(at);
  if (!isCondition && source.is(at, '{') && closed !== undefined) {
    const inner = valueAt(source, at + 1, false);
    const end = inner !== undefined && source.is(inner.next, ';') ? inner.next + 1 : inner?.next;
    return inner !== undefined && end === closed ? { text: inner.text, next: closed + 1 } : undefined;
  }
  const from = source.is(at, 'return') ? at + 1 : at;
  const ends = source.is(from, '(') && isCondition ? source.partner(from) : undefined;
  // `if (a) b`: the parentheses contain the whole condition, unless an operator follows.
  const isHeld =
    ends !== undefined &&
    (source.beginsValue(ends + 1) || source.is(ends + 1, '{', 'return', 'then', ':')) &&
    !source.is(ends + 1, '.', '[', '-');
  if (isHeld) return { text: source.slice(from + 1, ends - 1), next: ends + 1 };
  const last = source.operandAfter(from - 1, 'condition');
  return last < from ? undefined : { text: source.slice(from, last), next: last + 1 };
}

/** `a if b else c`. */
export function* turnedConditionals(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    if (!source.is(index, 'if') || !source.endsValue(index - 1)) continue;
    const first = source.operandBefore(index, 'condition');
    const middle = source.operandAfter(index, 'condition');
    if (!source.is(middle + 1, 'else') || first === index) continue;
    const last = lastOf(source, middle + 1);
    if (last === middle + 1) continue;
    const part = source.range(first, last);
    const test = source.slice(index + 1, middle);
    const text = `${test} ? ${source.slice(first, index - 1)} : ${source.slice(middle + 2, last)}`;
    const seen = 'CEL has no `a if b else c`';
    yield instead(source, { range: source.range(index, index), seen, part, edits: [change(part, text)] });
    return;
  }
}

/** The last token of the value after `else`, further conditionals included. */
function lastOf(source: Source, index: number): number {
  let last = source.operandAfter(index, 'condition');
  while (source.is(last + 1, 'if', 'else')) last = source.operandAfter(last + 1, 'condition');
  return last;
}

/** `let x = 1; x > 2`. */
export function* assignments(source: Source): Generator<Diagnostic> {
  if (!source.is(0, 'let', 'const', 'var') || source.kind(1) !== 'word' || !source.is(2, '=', ':=')) return;
  const last = source.operandAfter(2, 'condition');
  const next = source.is(last + 1, ';', 'in') ? last + 2 : last + 1;
  if (last === 2 || next >= source.pieces.length) return;
  const end = source.pieces.length - 1;
  const head = { start: 0, end: source.range(next, next).start };
  const text = `cel.bind(${source.slice(1, 1)}, ${source.slice(3, last)}, `;
  const seen = `CEL has no \`${source.slice(0, 0)}\`: \`cel.bind\` names a value`;
  const part = { start: 0, end: source.range(end, end).end };
  yield instead(source, { range: source.range(0, 0), seen, part, edits: [change(head, text), put(part.end, ')')] });
}
