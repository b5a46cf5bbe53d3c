import { RE2JS } from '@bufbuild/re2';
import type { Meter } from './frame.ts';
import { cut, invalid } from './eval-result.ts';
import type { CelError } from './eval-result.ts';

/** A compiled regular expression in RE2's syntax: matching takes time linear in the text. */
export interface Pattern {
  readonly groups: number;
  test(text: string): boolean;
  /**
   * The leftmost match at or after a UTF-16 unit: starts and ends of the whole match and of each group, -1 where a
   * group has none. Null where there is no match, or where the meter is used up.
   */
  match(text: string, from: number, meter: Meter): readonly number[] | null;
}

/** Compiling costs far more than matching, and rules use few patterns; but a pattern may come from data. */
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
    const search = new Search(re2.re2(), re2.groupCount());
    return {
      groups: re2.groupCount(),
      test: (text) => re2.test(text),
      // A test for any match is much faster than the search for its place.
      match: (text, from, meter) => (from === 0 && !re2.test(text) ? null : search.run(text, from, meter)),
    };
  } catch (fault) {
    // The package throws for a pattern it cannot read; it has no other way to report it.
    const reason = fault instanceof Error ? fault.message : 'not understood';
    return invalid(`${JSON.stringify(cut(source))} is not a regular expression: ${cut(reason)}`);
  }
}

type Compiled = ReturnType<ReturnType<typeof RE2JS.compile>['re2']>;
type Program = Compiled['prog'];

/** The program's operation codes. */
const op = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7 } as const;

/** Threads of the machine at one place in the text, the preferred ones first, each with its groups so far. */
class Threads {
  readonly at: number[] = [];
  readonly groups: (readonly number[])[] = [];
  /** For each instruction, the round in which it was last reached. */
  private readonly known: Uint32Array;
  private round = 1;

  constructor(program: Program) {
    this.known = new Uint32Array(program.numInst());
  }

  clear(): void {
    this.at.length = 0;
    this.groups.length = 0;
    if (++this.round < 0xffff_ffff) return;
    this.known.fill(0);
    this.round = 1;
  }

  /** Follows all instructions that consume no text from one instruction on, in order of preference. */
  add(program: Program, start: number, position: number, context: number, groups: readonly number[]): void {
    const waiting = [{ pc: start, groups }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { pc } = next;
      if (this.known[pc] === this.round) continue;
      this.known[pc] = this.round;
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

/** Machine steps that are charged for together. */
const stride = 4096;
/** Number of machine steps that cost as much as one step of an expression. */
const perStep = 8;

/** The program's bit for the beginning of the text. */
const textBegins = 4;

/**
 * The package can only test whether a text matches. The place of a match is found here, by running its program thread
 * by thread.
 */
class Search {
  private readonly program: Program;
  private readonly nothing: readonly number[];
  /** The prefix of every match; empty where it is not known, or where it would contain half a character. */
  private readonly prefix: string;
  private readonly onlyAtStart: boolean;
  private current: Threads;
  private next: Threads;

  constructor({ prog, prefix, cond }: Compiled, groups: number) {
    this.program = prog;
    this.nothing = Array.from({ length: groups * 2 + 2 }, () => -1);
    this.prefix = /[\ud800-\udfff]/.test(prefix) ? '' : prefix;
    this.onlyAtStart = cond !== -1 && (cond & textBegins) !== 0;
    this.current = new Threads(prog);
    this.next = new Threads(prog);
  }

  run(text: string, from: number, meter: Meter): readonly number[] | null {
    const { program, nothing } = this;
    this.current.clear();
    this.next.clear();
    let found: readonly number[] | null = null;
    let position = from;
    let context = contextAt(text, position);
    let work = 0;
    for (;;) {
      if (this.current.at.length === 0) {
        if (found !== null) break;
        // Without active threads, a match can only begin further on.
        if (this.onlyAtStart && position > 0) break;
        const begin = this.prefix === '' ? position : text.indexOf(this.prefix, position);
        if (begin < 0) break;
        work += (begin - position) >> 4;
        if (begin !== position) context = contextAt(text, begin);
        position = begin;
      }
      if (found === null) this.current.add(program, program.start, position, context, nothing.with(0, position));
      work += this.current.at.length + 1;
      if (work > stride) {
        if (!meter.spend(Math.ceil(work / perStep))) return null;
        work = 0;
      }
      const rune = text.codePointAt(position) ?? -1;
      const after = position + (rune > 0xffff ? 2 : 1);
      context = contextAt(text, after);
      found = this.step(rune, position, after, context) ?? found;
      if (rune < 0) break;
      [this.current, this.next] = [this.next, this.current];
      this.next.clear();
      position = after;
    }
    return meter.spend(Math.ceil(work / perStep)) ? found : null;
  }

  /**
   * Moves every thread across one character, -1 at the end; returns the match of the most preferred thread that has
   * finished.
   */
  private step(rune: number, position: number, after: number, context: number): readonly number[] | null {
    const { program, current, next } = this;
    for (let i = 0; i < current.at.length; i++) {
      const instruction = program.getInst(current.at[i] ?? 0);
      const groups = current.groups[i] ?? this.nothing;
      // Later threads are less preferred.
      if (instruction.op === op.match) return groups.with(1, position);
      if (rune >= 0 && instruction.matchRune(rune)) next.add(program, instruction.out, after, context, groups);
    }
    return null;
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
