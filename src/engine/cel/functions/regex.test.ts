import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../testing.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { literal } from '../literal.ts';
import { regexFunctions } from './regex.ts';

/** The matches of Go's `regexp`, which cel-go uses; see `fixtures/README.md`. */
interface Found {
  readonly pattern: string;
  readonly groups: number;
  readonly text: string;
  /** For each match, the whole match and its groups; null for a group that did not take part. */
  readonly matches: readonly (readonly (string | null)[])[];
}

const fromGo = readFileSync(new URL('../fixtures/regex.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Found); // our own fixture

const allGroups = (groups: number): string => Array.from({ length: groups + 1 }, (_, i) => `<\\${i}>`).join('');

/** The expected result of `regex.replace` with `by` = `allGroups`, derived from the matches and their order alone. */
function replaced({ text, matches }: Found, times: number): string {
  let rest = text;
  let result = '';
  for (const groups of matches.slice(0, times)) {
    const at = rest.indexOf(groups[0] ?? '');
    result += rest.slice(0, at) + groups.map((group) => `<${group ?? ''}>`).join('');
    rest = rest.slice(at + (groups[0] ?? '').length);
  }
  return result + rest;
}

describe('as Go’s regexp', () => {
  it('the same parts are extracted', () => {
    for (const { pattern, groups, text, matches } of fromGo) {
      const [first] = matches;
      if (groups > 1) continue;
      const parts = matches.map((match) => match[groups] ?? '').filter((part) => groups === 0 || part !== '');
      const firstPart = first?.[groups] ?? '';
      const isFound = first !== undefined && (groups === 0 || firstPart !== '');
      expect([pattern, text, evaluate('regex.extractAll(t, p)', { t: text, p: pattern })]).toEqual([
        pattern,
        text,
        literal(parts),
      ]);
      expect([pattern, text, evaluate('regex.extract(t, p)', { t: text, p: pattern })]).toEqual([
        pattern,
        text,
        isFound ? `optional.of(${literal(firstPart)})` : 'optional.none()',
      ]);
    }
  });

  it('`matches` returns whether there is a match', () => {
    for (const { pattern, text, matches } of fromGo) {
      expect([pattern, text, evaluate('t.matches(p)', { t: text, p: pattern })]).toEqual([
        pattern,
        text,
        String(matches.length > 0),
      ]);
    }
  });

  it('the same is replaced, with groups and up to a number of times', () => {
    for (const found of fromGo) {
      const { pattern, groups, text, matches } = found;
      // Where an empty match fits several places, the matches alone do not determine its place.
      if (matches.some(([whole]) => whole === '') || new Set(matches.map(([whole]) => whole)).size < matches.length)
        continue;
      if (matches.some(([whole], i) => replaced(found, i).lastIndexOf(whole ?? '') !== text.indexOf(whole ?? '')))
        continue;
      const by = allGroups(groups);
      for (const times of [0, 1, 2]) {
        const result = evaluate('regex.replace(t, p, by, n)', { t: text, p: pattern, by, n: times });
        expect([pattern, text, times, result]).toEqual([pattern, text, times, literal(replaced(found, times))]);
      }
    }
  });
});

/**
 * Patterns that mean the same to RE2 and to JavaScript: nothing that may be empty is repeated, and no repetition
 * contains a group, since the two differ there.
 */
const atom = fc.constantFrom('a', 'b', 'é', '😀', '[ab]', '[^a\n]', '[^\n]', '\\d', '\\w', '\\W', ' ', '-', '\n');
const assertion = fc.constantFrom('\\b', '\\B', '^', '$');
const repetition = fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?');
const piece = fc.oneof(
  { weight: 2, arbitrary: assertion },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.array(atom, { minLength: 1, maxLength: 3 }), repetition)
      .map(([atoms, times]) => (times === '' ? atoms.join('') : `(?:${atoms.join('')})${times}`)),
  },
);
const sequence = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const alternatives = fc.array(sequence, { minLength: 1, maxLength: 2 }).map((all) => all.join('|'));
const grouped = fc.tuple(sequence, alternatives, sequence).map(([a, b, c]) => `${a}(${b})${c}`);
const pattern = fc.oneof(alternatives, grouped);
const text = fc.array(fc.constantFrom('a', 'b', 'A', 'é', '😀', ' ', '-', '1', '_', '\n'), { maxLength: 12 });

/**
 * The matches of JavaScript's own engine, tried at each character in turn: by itself it would also match between the
 * two halves of a surrogate pair. An empty match right behind another match does not count, as in Go.
 */
function matchesOf(source: string, multiline: boolean, subject: string): readonly RegExpExecArray[] {
  const here = new RegExp(source, multiline ? 'uym' : 'uy');
  const found: RegExpExecArray[] = [];
  let end = -1;
  for (let at = 0; at <= subject.length;) {
    here.lastIndex = at;
    const match = here.exec(subject);
    const length = match?.[0].length ?? 0;
    if (match !== null && (length > 0 || at !== end)) found.push(match);
    if (match !== null) end = at + length;
    at += length > 0 ? length : (subject.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return found;
}

describe('as JavaScript’s own engine, on any pattern that means the same to both', () => {
  const cases = fc.record({ source: pattern, multiline: fc.boolean(), subject: text.map((parts) => parts.join('')) });

  it('the same is found, extracted and replaced', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -1, max: 3 }), ({ source, multiline, subject }, times) => {
        const found = matchesOf(source, multiline, subject);
        const hasGroup = source.includes('(?:') ? /\((?!\?)/.test(source) : source.includes('(');
        const variables = { t: subject, p: multiline ? `(?m)${source}` : source, n: times };
        expect(evaluate('t.matches(p)', variables)).toBe(String(found.length > 0));

        const parts = found.map((match) => (hasGroup ? match[1] : match[0]) ?? '');
        const counted = parts.filter((part) => !hasGroup || part !== '');
        expect(evaluate('regex.extractAll(t, p)', variables)).toBe(literal(counted));
        const first = parts[0] === undefined || (hasGroup && parts[0] === '') ? undefined : parts[0];
        expect(evaluate('regex.extract(t, p).orValue("<none>")', variables)).toBe(literal(first ?? '<none>'));

        let wanted = '';
        let copied = 0;
        for (const match of times < 0 ? found : found.slice(0, times)) {
          wanted += `${subject.slice(copied, match.index)}[${match[0]}\\${hasGroup ? (match[1] ?? '') : ''}]`;
          copied = match.index + match[0].length;
        }
        wanted += subject.slice(copied);
        const by = hasGroup ? '[\\0\\\\\\1]' : '[\\0\\\\]';
        const call = times < 0 ? 'regex.replace(t, p, by)' : 'regex.replace(t, p, by, n)';
        expect(evaluate(call, { ...variables, by })).toBe(literal(wanted));
      }),
      { numRuns: 1500 },
    );
  });

  it('literal text: split, join and replace agree', () => {
    const separators = fc.constantFrom('a', 'ab', '-', '😀', '\n', 'é', 'a1');
    fc.assert(
      fc.property(text, separators, (subject, separator) => {
        const variables = { t: subject.join(''), s: separator, p: `\\Q${separator}\\E` };
        expect(evaluate('t.split(s).join("+") == regex.replace(t, p, "+")', variables)).toBe('true');
        expect(evaluate('t.replace(s, "+", 2) == regex.replace(t, p, "+", 2)', variables)).toBe('true');
        expect(evaluate('size(t.split(s)) == size(regex.extractAll(t, p)) + 1', variables)).toBe('true');
      }),
    );
  });
});

describe('a pattern that begins with an assertion', () => {
  it.each([
    ['regex.replace("SSN 078-05-1120", r"\\b\\d{3}-\\d{2}-\\d{4}\\b", "***")', '"SSN ***"'],
    ['regex.extract("run python now", r"\\bpython\\b").hasValue()', 'true'],
    ['regex.extractAll("a\\nb", r"(?m)^\\w")', '["a", "b"]'],
    ['regex.replace("ab", "$", "!") + regex.replace("ab", r"\\z", "!")', '"ab!ab!"'],
    ['regex.replace("ab c", r"\\B", "-")', '"a-b c"'],
  ])('%s is %s', (expression, wanted) => {
    expect(evaluate(expression)).toBe(wanted);
  });
});

describe('cases of cel-go’s own tests of the extension', () => {
  it.each([
    ['regex.replace("banana", "a", "x", 0)', '"banana"'],
    ['regex.replace("banana", "a", "x", -12)', '"bxnxnx"'],
    ['regex.replace("foo bar", "(fo)o (ba)r", r"\\2 \\1")', '"ba fo"'],
    ['regex.extract("phone: ", r"phone: (\\d*)")', 'optional.none()'],
    ['regex.extractAll("a=1 b= c=3", r"\\w=(\\d*)")', '["1", "3"]'],
    ['regex.replace("none", "(x)", r"\\2")', '"none"'],
  ])('%s is %s', (expression, wanted) => {
    expect(evaluate(expression)).toBe(wanted);
  });

  it.each([
    ['regex.replace("test", "(.)", r"\\2")', 'names group 2'],
    ['regex.replace("id=123", r"id=(?P<value>\\d+)", r"value: \\values")', 'is not a group in a replacement'],
    ['regex.replace("a", "a", r"b\\")', 'is not a group in a replacement'],
    ['regex.extract("a@b", "(.*)@([^.]*)")', 'at most one group'],
  ])('%s fails: %s', (expression, wanted) => {
    expect(evaluate(expression)).toContain(wanted);
  });
});

describe('work', () => {
  /** The steps that a call is charged for, which are those of the machine. */
  function stepsOf(name: string, args: readonly string[], length: number): number {
    const text = 'lorem ipsum xx '.repeat(length / 15);
    let steps = 0;
    const called = regexFunctions.find((one) => one.name === name);
    const evaluated = called?.call([text, ...args], { spend: (some) => ((steps += some), true) });
    expect(evaluated).not.toBeInstanceOf(CelError);
    return steps;
  }

  it.each([
    ['regex.replace', ['\\b\\w+\\b', 'X']],
    ['regex.replace', ['(.)(.)(.)', '\\3\\2\\1']],
    ['regex.extractAll', ['(?m)[a-z]+$']],
    ['regex.extractAll', ['\\B']],
    ['regex.extract', ['(x+x+)+ $']],
    ['regex.extract', ['(?:(?:.*\\b){8}|\\d)\\z']],
    ['matches', ['(.*)(.*)(.*)9']],
  ])('of %s %j grows linearly with the text', (name, args) => {
    const short = stepsOf(name, args, 15_000);
    expect(short).toBeGreaterThan(0);
    expect(stepsOf(name, args, 150_000)).toBeLessThan(short * 12);
  });

  it('on a long text stays within the budget of a rule', () => {
    const t = 'lorem ipsum xx '.repeat(70_000);
    expect(evaluate('regex.replace(t, r"\\b[a-z]+\\b", "X").size()', { t })).toBe(String(70_000 * 6));
  });
});
