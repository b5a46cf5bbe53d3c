import { RE2JS } from '@bufbuild/re2';
import { cut, invalid } from './outcome.ts';
import type { CelError } from './outcome.ts';

/** A compiled regular expression in RE2's language: matching takes time linear in the text. */
export interface Pattern {
  readonly groups: number;
  test(text: string): boolean;
  /** Leftmost match at or after a UTF-16 unit: starts and ends of the whole and of each group, -1 where a group has none. */
  match(text: string, from: number): readonly number[] | null;
  /** Steps that a search over a text costs at worst. */
  readonly size: number;
}

/** Compiling costs far more than matching, and rules use few patterns; but one may come from data. */
const compiled = new Map<string, Pattern | CelError>();
const maxCompiled = 200;
const maxLength = 20_000;

export function compilePattern(source: string): Pattern | CelError {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const pattern = source.length > maxLength ? invalid('this pattern is too long') : compile(source);
  compiled.set(source, pattern);
  return pattern;
}

function compile(source: string): Pattern | CelError {
  try {
    const re2 = RE2JS.compile(source);
    const { prog } = re2.re2();
    return {
      groups: re2.groupCount(),
      test: (text) => re2.test(text),
      match: (text, from) => search(prog, re2.groupCount(), text, from),
      size: prog.numInst(),
    };
  } catch (fault) {
    // The package throws for a pattern it cannot read: that is its only answer.
    const reason = fault instanceof Error ? fault.message : 'not understood';
    return invalid(`${JSON.stringify(cut(source))} is no regular expression: ${cut(reason)}`);
  }
}

type Program = ReturnType<ReturnType<typeof RE2JS.compile>['re2']>['prog'];

/** The program's operation codes. */
const op = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7 } as const;

/** Threads of the machine at one place in the text, the preferred ones first, each with its groups so far. */
class Threads {
  readonly at: number[] = [];
  readonly groups: (readonly number[])[] = [];
  private readonly known = new Set<number>();

  clear(): void {
    this.at.length = 0;
    this.groups.length = 0;
    this.known.clear();
  }

  /** Follows everything that consumes no text from an instruction on, in order of preference. */
  add(program: Program, start: number, position: number, context: number, groups: readonly number[]): void {
    const waiting = [{ pc: start, groups }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { pc } = next;
      if (this.known.has(pc)) continue;
      this.known.add(pc);
      const instruction = program.getInst(pc);
      switch (instruction.op) {
        case op.alt:
        case op.altMatch:
          waiting.push({ pc: instruction.arg, groups: next.groups }, { pc: instruction.out, groups: next.groups });
          break;
        case op.nop:
          waiting.push({ pc: instruction.out, groups: next.groups });
          break;
        case op.capture:
          waiting.push({ pc: instruction.out, groups: next.groups.with(instruction.arg, position) });
          break;
        case op.emptyWidth:
          if ((instruction.arg & ~context) === 0) waiting.push({ pc: instruction.out, groups: next.groups });
          break;
        case op.fail:
          break;
        default:
          this.at.push(pc);
          this.groups.push(next.groups);
      }
    }
  }
}

/** The package only tells whether a text matches; where it does is found here, by running its program thread by thread. */
function search(program: Program, groupCount: number, text: string, from: number): readonly number[] | null {
  const nothing: readonly number[] = Array.from({ length: groupCount * 2 + 2 }, () => -1);
  let current = new Threads();
  let next = new Threads();
  let found: readonly number[] | null = null;
  for (let position = from; ;) {
    const rune = text.codePointAt(position) ?? -1;
    const width = rune > 0xffff ? 2 : 1;
    if (found === null) {
      current.add(program, program.start, position, contextAt(text, position), nothing.with(0, position));
    }
    if (current.at.length === 0) return found;
    const after = position + width;
    const context = contextAt(text, after);
    for (let i = 0; i < current.at.length; i++) {
      const instruction = program.getInst(current.at[i] ?? 0);
      const groups = current.groups[i] ?? nothing;
      if (instruction.op === op.match) {
        found = groups.with(1, position);
        // Whatever comes later is less preferred.
        break;
      }
      if (rune >= 0 && instruction.matchRune(rune)) next.add(program, instruction.out, after, context, groups);
    }
    if (rune < 0) return found;
    [current, next] = [next, current];
    next.clear();
    position = after;
  }
}

/** Which empty matches (line and text ends, word boundaries) hold between two characters, in the program's bits. */
function contextAt(text: string, position: number): number {
  const before = position > 0 ? text.charCodeAt(position - 1) : -1;
  const after = position < text.length ? text.charCodeAt(position) : -1;
  let context = isWordUnit(before) === isWordUnit(after) ? 32 : 16;
  if (before < 0) context |= 5;
  if (before === 10) context |= 1;
  if (after < 0) context |= 10;
  if (after === 10) context |= 2;
  return context;
}

const isWordUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
