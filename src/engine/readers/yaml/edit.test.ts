import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lexer, parse } from 'yaml';
import { checkRandomly, countOr } from '../../fuzz/testing.ts';
import type { Path } from '../../model/path.ts';
import { withScalar } from './edit.ts';

const manifest = `guardrails:
  before:
    # not too long
    - assert: size(input.message) < 50000 # parts
      error_message: "too {long}"
    - assert: |
        input.amount <= 1000 ||
          input.ok
    - { assert: 'a == "b"', on_fail: continue }
    - assert: >-
        one
        line
limits: { max_turns: 3, ratio: 1.0, big: 12345678901234567890 }
`;

/** A part that is named and repeated, alone and inside a list that is repeated itself. */
const shared = `limit: &limit input.amount <= 1000 # the limit
capabilities:
  refund: # both lists are the same
    before: &steps
      - assert: *limit
      - assert: &ok "input.ok"
        on_fail: continue
  payout:
    before: *steps # like a refund
  mail: {before: [{assert: *ok}]}
`;

function edited(text: string, path: Path, value: string): string {
  const written = withScalar(text, path, value);
  if (written === null) throw new Error('there is no text there');
  return written;
}

/** As the library alone reads it, every alias with a value of its own. */
const plain = (text: string): unknown => JSON.parse(JSON.stringify(parse(text, { intAsBigInt: true }), bigText));
const bigText = (_key: string, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part);

function replacedIn(value: unknown, [step, ...below]: Path, by: string): unknown {
  if (step === undefined) return by;
  const parts = value as { [step: string]: unknown }; // the paths below lead to texts
  const part = replacedIn(parts[step], below, by);
  return Array.isArray(value) ? value.with(Number(step), part) : { ...parts, [step]: part };
}

const comments = (text: string): readonly string[] =>
  [...new Lexer().lex(text)].filter((part) => part.startsWith('#')).map((part) => part.trimEnd());

describe('an edit of one text in a YAML document', () => {
  it('changes one place, and everything else stays as it was', () => {
    expect(edited(manifest, ['guardrails', 'before', 0, 'assert'], 'input.ok')).toBe(
      manifest.replace('size(input.message) < 50000', 'input.ok'),
    );
    expect(edited(manifest, ['guardrails', 'before', 1, 'assert'], 'input.ok ||\n  now == ""')).toContain(
      '    - assert: |-\n        input.ok ||\n          now == ""\n    - {',
    );
  });

  it('keeps a block of lines whose last line ends with a line break, as in a prompt', () => {
    const prompt = 'name: a\nprompt: |\n  You are {a}.\n\n  Be brief: # always\ntools: []\n';
    expect(edited(prompt, ['prompt'], 'You are {b}.\n\nBe brief: # always\n')).toBe(prompt.replace('{a}', '{b}'));
    for (const text of ['prompt: x', 'prompt: x\n', 'prompt: |\n  x', 'prompt: |-\n  x\n', 'p: {prompt: x}\n']) {
      const path = text.startsWith('p:') ? ['p', 'prompt'] : ['prompt'];
      for (const value of ['a\nb\n', 'a\n', 'a\nb', '\n', 'a\n\n'])
        expect(plain(edited(text, path, value)), text).toEqual(replacedIn(plain(text), path, value));
    }
  });

  // https://yaml.org/spec/1.2.2/#733-plain-style: a plain text begins with `-`, `?` or `:` only where more of its line follows.
  it('takes any text of several lines or of blanks, in any style, beside aliases too', () => {
    const styles = ['b', '"b"', "'b'", '|-\n  b', '>-\n  b'];
    const texts = [
      ...styles.flatMap((style) => [`a: ${style}\n`, `a: &x ${style}\nc: *x\n`]),
      'a: {c: b}\n',
      'a: {c: &x b, d: *x}\n',
      `a: &x b\nc: *x\nd: |\n  -\n  e\n`,
    ];
    const starts = ['-', '?', ':', ' ', '\t', '', '#', '- e', '---', '%'];
    const values = starts.flatMap((start) => [start, `${start}\na`, `${start}\n$`, `\n${start}\n`, `a\n${start}\na`]);
    for (const text of texts) {
      const path = text.includes('{') ? ['a', 'c'] : ['a'];
      for (const value of [...values, ...values.map((each) => each + 'y'.repeat(80))]) {
        const written = withScalar(text, path, value);
        const seen = `${JSON.stringify(value)} in ${JSON.stringify(text)}`;
        expect(written, seen).not.toBeNull();
        expect(plain(written ?? ''), seen).toEqual(replacedIn(plain(text), path, value));
      }
    }
    expect(edited('a: &x b\nc: *x\n', ['a'], '-\na')).toBe('a: &x |-\n  -\n  a\nc: b\n');
    expect(edited('a: &x b\nc: *x\n', ['c'], '?\na')).toBe('a: &x b\nc: |-\n  ?\n  a\n');
    expect(edited('a: b # d\n', ['a'], '\n \n')).toBe('a: "\\n\\ \\n" # d\n');
  });

  it('changes one of several repetitions of a part, and comments stay', () => {
    expect(edited(shared, ['capabilities', 'payout', 'before', 1, 'assert'], 'input.fine'))
      .toBe(`limit: &limit input.amount <= 1000 # the limit
capabilities:
  refund:
    # both lists are the same
    before: &steps
      - assert: *limit
      - assert: &ok "input.ok"
        on_fail: continue
  payout:
    before:
      # like a refund
      - assert: *limit
      - assert: "input.fine"
        on_fail: continue
  mail: { before: [ { assert: *ok } ] }
`);
  });

  it('changes nothing else, keeps every comment and can be undone, for any value, style and line break', () => {
    const place = fc.constantFrom<readonly [string, Path]>(
      ...[0, 1, 2, 3].map((index) => [manifest, ['guardrails', 'before', index, 'assert']] as const),
      [manifest, ['guardrails', 'before', 0, 'error_message']],
      [shared, ['limit']],
      ...['refund', 'payout'].flatMap((name) =>
        [0, 1].map((index) => [shared, ['capabilities', name, 'before', index, 'assert']] as const),
      ),
      [shared, ['capabilities', 'mail', 'before', 0, 'assert']],
    );
    const line = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('true', '12', '*a', '&b c', '# d', 'a: b', '- e', '~', '-', '?', ':', ' ', '', '---', '%'),
    );
    const value = fc.oneof(
      fc.string(),
      line,
      fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')),
    );
    checkRandomly(
      fc.property(place, value, fc.boolean(), ([unix, path], written, isDos) => {
        const text = isDos ? unix.replaceAll('\n', '\r\n') : unix;
        const after = edited(text, path, written);
        expect(plain(after)).toEqual(replacedIn(plain(text), path, written));
        expect(comments(after)).toEqual(comments(text));
        const before = path.reduce<unknown>((part, step) => (part as { [step: string]: unknown })[step], plain(text));
        const undone = edited(after, path, String(before));
        expect(plain(undone)).toEqual(plain(text));
        expect(comments(undone)).toEqual(comments(text));
      }),
      countOr(500),
    );
  });

  it('is refused where there is no text, or where the document is too broken to check the result', () => {
    expect(withScalar('a: [b]\n', ['a'], 'c')).toBeNull();
    expect(withScalar('a: &x [*x, b]\nc: *x\n', ['c', 1], 'd')).toBeNull();
    expect(withScalar('a: &x b\nc: *x\n---\nd: e\n', ['c'], 'f')).toBeNull();
  });
});
