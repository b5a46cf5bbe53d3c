import { describe, expect, it } from 'vitest';
import type { Path } from '../../model/path.ts';
import { Double } from '../../model/value.ts';
import { readYaml, type YamlDocument } from './index.ts';

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

function read(text: string): YamlDocument {
  const document = readYaml(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

const at = (text: string, range: { start: number; end: number } | null | undefined) =>
  range == null ? null : text.slice(range.start, range.end);

describe('a YAML document', () => {
  it('keeps integers and doubles apart, and integers exact', () => {
    const { value } = read(manifest);
    expect(value).toMatchObject({ limits: { max_turns: 3, ratio: new Double(1), big: 12345678901234567890n } });
  });

  it('has the place of each value and each key', () => {
    const document = read(manifest);
    expect(at(manifest, document.locate(['guardrails', 'before', 0, 'assert']))).toBe('size(input.message) < 50000');
    expect(at(manifest, document.locateKey(['limits', 'max_turns']))).toBe('max_turns');
    expect(document.locate(['guardrails', 'after'])).toBeNull();
  });

  it('has the place of a part of a text, in plain, quoted and block style', () => {
    const document = read(manifest);
    const part = (path: Path, words: string) => {
      const scalar = document.scalar(path);
      const start = scalar?.value.indexOf(words) ?? -1;
      return at(manifest, scalar?.rangeOf({ start, end: start + words.length }));
    };
    expect(part(['guardrails', 'before', 0, 'assert'], 'message')).toBe('message');
    expect(part(['guardrails', 'before', 0, 'error_message'], '{long}')).toBe('{long}');
    expect(part(['guardrails', 'before', 1, 'assert'], '1000')).toBe('1000');
    expect(part(['guardrails', 'before', 1, 'assert'], 'input.ok')).toBe('input.ok');
    expect(part(['guardrails', 'before', 2, 'assert'], '"b"')).toBe('"b"');
    // A folded text has no place for its parts: the whole text is the place.
    expect(part(['guardrails', 'before', 3, 'assert'], 'line')).toContain('>-');
  });

  it('reports the places that are not YAML, and keeps the rest', () => {
    const { value, problems } = read('name: a\nlimits: [1, 2\nprompt: hi\n');
    expect(value).toMatchObject({ name: 'a' });
    expect(problems[0]).toMatchObject({ code: 'yaml/malformed', range: { start: expect.any(Number) as number } });
  });

  it('survives aliases that repeat each other and nesting that never ends', () => {
    const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++)
      bomb.push(`b${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]`);
    expect(read(bomb.join('\n')).problems.map(({ code }) => code)).toContain('yaml/left-out');
    const deep = readYaml('['.repeat(20_000));
    expect(deep.ok ? deep.value.problems.length : 1).toBeGreaterThan(0);
  });

  it('takes __proto__ as an ordinary key', () => {
    const { value } = read('__proto__: 1\nb: 2\n');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'b']); // a map in YAML is a record here
  });
});
