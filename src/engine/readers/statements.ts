import type { TextRange } from '../model/problem.ts';
import type { Fault } from './fault.ts';
import { Finder } from './finder.ts';
import { excerpt } from './lines.ts';
import type { Notebook } from './notebook.ts';
import type { Readable, Statement, Syntax } from './statement.ts';

export interface Statements<R> {
  readonly statements: readonly Statement<R>[];
  /** Text between the values. */
  readonly prose: readonly TextRange[];
  /** Of the unreadable values, the one that was read furthest. */
  readonly fault: Fault | undefined;
  /** The last value is the part before that fault; the text after it was not read. */
  readonly isStopped: boolean;
  /** Why a text amid prose that begins like a value was not read as one. */
  readonly doubt: Fault | undefined;
}

/**
 * Finds the values of a text: one after the other, behind prompts and log prefixes, between lines of prose.
 * Returns a fault when the text is broken rather than mixed, or when too little of it is values.
 */
export function findStatements<R extends Readable>(
  text: string,
  range: TextRange,
  syntax: Syntax<R>,
  notebook: Notebook,
): Statements<R> | Fault {
  const finder = new Finder(text, range, syntax, notebook);
  const broken = finder.find();
  if (broken !== undefined) return broken;
  const found = withoutStrayWords(finder);
  const fault = tooLittle(text, found, finder.faultyLength);
  if (fault === undefined) return found;
  return fault === finder.fault && finder.stopAtFault() ? withoutStrayWords(finder) : fault;
}

/** Steps from the document's value to that of a statement: several assignments to different names make one record. */
export function namesOf<R>(statements: readonly Statement<R>[]): readonly string[] | undefined {
  const names = statements.map(({ name }) => name ?? '');
  return names.length > 1 && new Set(names).size === names.length && !names.includes('') ? names : undefined;
}

/** `between`: what the text was found around. */
export function noteProse(text: string, prose: readonly TextRange[], notebook: Notebook, between = 'the values'): void {
  const [first] = prose;
  if (first === undefined) return;
  // Pieces of JSON have quotes of their own.
  const shown = prose.slice(0, 3).map((range) => `‹${excerpt(text, range).trim()}›`);
  const count = prose.length === 1 ? 'One piece' : `${prose.length} pieces`;
  const [was, more] = [prose.length === 1 ? 'was' : 'were', prose.length > 3 ? ' …' : ''];
  notebook.add(
    'lost',
    'reader/prose',
    `${count} of text around ${between} ${was} left out: ${shown.join(' ')}${more}`,
    first.start,
  );
}

/** Values must be a fair part of the text: a page of prose with a bracket in it is no recording. */
const fairPart = 0.15;

function tooLittle<R extends Readable>(text: string, found: Statements<R>, faultyLength: number): Fault | undefined {
  const sum = (ranges: readonly TextRange[]) => ranges.reduce((all, { start, end }) => all + end - start, 0);
  const good = sum(found.statements.map(({ start, read }) => ({ start, end: read.end })));
  if (found.fault !== undefined && !found.isStopped && faultyLength > good) return found.fault;
  const [first] = found.prose;
  if (first === undefined || (good > 0 && good >= fairPart * (good + sum(found.prose)))) return undefined;
  return {
    code: good === 0 ? 'reader/no-value' : 'reader/mostly-prose',
    at: { start: first.start, end: Math.min(first.end, text.length) },
    expected: 'JSON or a printed Python value',
    advice:
      good === 0 ? 'Paste a log, an export or a chat.' : 'Only a small part of the text is values: paste those alone.',
    ...(good === 0 && { seen: 'This text holds no recording: it has no JSON and no printed Python value.' }),
  };
}

/** A bare word is no value; between lines of prose, nor is a number, a string or a line of code. */
function withoutStrayWords<R extends Readable>(finder: Finder<R>): Statements<R> {
  const isMixed =
    finder.prose.length > 0 ||
    finder.statements.some(({ read }) => read.kind === 'bare-name') ||
    (finder.statements.some(({ read }) => read.isDoubtful) && finder.statements.some(isSound));
  const isValue = ({ name, read }: Statement<R>) =>
    !isMixed || (name !== undefined && read.kind !== 'bare-name') || (read.kind === 'container' && !read.isDoubtful);
  const statements = finder.statements.filter(isValue);
  const stray = finder.statements.filter((statement) => !isValue(statement));
  const prose = [...finder.prose, ...stray.map(({ start, read }) => ({ start, end: read.end }))];
  const { fault, isStopped, doubt } = finder;
  return { statements, prose: prose.toSorted((a, b) => a.start - b.start), fault, isStopped, doubt };
}

const isSound = ({ read }: Statement<Readable>): boolean => read.isStructured && !read.isDoubtful;
