import type { TextRange } from '../../model/problem.ts';
import { functionsOf, methodsOf } from './calls.ts';
import type { Callable } from './calls.ts';
import { CurrentValues, detailOf, fieldsOf, frequencyOf, ownLast, stepInto } from './data.ts';
import type { DataSource } from './data.ts';
import type { Completion } from './item.ts';
import { PieceTypes } from './scope.ts';
import { situationAt } from './situation.ts';
import { snippetsFor } from './snippets.ts';
import type { Situation, ValuePlace } from './situation.ts';
import { keysFor, valuesFor } from './values.ts';
import { dottedName } from '../check/tree.ts';
import type { Language } from '../declarations/language.ts';
import { describeType } from '../types/text.ts';

export type { DataSource } from './data.ts';
export type { Completion } from './item.ts';

const maxLength = 50_000;
const maxCompletions = 300;

/** Proposals at an offset of an expression that may be incomplete, likeliest first. */
export function complete(text: string, offset: number, language: Language, data?: DataSource): readonly Completion[] {
  if (text.length > maxLength || offset < 0 || offset > text.length) return [];
  const { situation, list, last } = situationAt(text, offset);
  const pieces = new PieceTypes(text, language, list, last);
  const finder = new Finder(text, language, pieces, new CurrentValues(language, data));
  const found = finder.find(situation);
  const snippets =
    situation.kind === 'operand' && list.openAfter(last).length === 0 ? snippetsFor(language, situation.word) : [];
  // In an empty editor, whole rules are more helpful, so they come first.
  const all = text.trim() === '' ? [...snippets, ...found] : [...found, ...snippets];
  const best = bestFirst(all, text, offset).slice(0, maxCompletions);
  const [only] = best;
  // Text that is already there needs no proposal.
  const isWritten = best.length === 1 && only?.insert === text.slice(only?.range.start, only?.range.end);
  return isWritten ? [] : best;
}

class Finder {
  private readonly text: string;
  private readonly language: Language;
  private readonly pieces: PieceTypes;
  private readonly values: CurrentValues;
  private readonly usedNames: ReadonlySet<string>;

  constructor(text: string, language: Language, pieces: PieceTypes, values: CurrentValues) {
    this.text = text;
    this.language = language;
    this.pieces = pieces;
    this.values = values;
    this.usedNames = new Set([...language.variables.keys(), ...pieces.locals.keys()]);
  }

  find(situation: Situation): readonly Completion[] {
    switch (situation.kind) {
      case 'nothing':
        return [];
      case 'member':
        return this.members(situation);
      case 'text':
        return this.fitting(situation.values, situation.word, situation.quote);
      case 'operator':
        // An opening quote triggers proposals for the text in quotes; a closing quote triggers none.
        if (isEmpty(situation.word) && /["']/.test(this.text[situation.word.start - 1] ?? '')) return [];
        return operators.map(([label, about]) => keyword(label, about, situation.word));
      case 'operand': {
        const fitting = situation.values === null ? [] : this.fitting(situation.values, situation.word, '"');
        return [...fitting, ...this.names(situation.word)];
      }
    }
  }

  /** Fields of the value before the dot, then its methods. */
  private members({ receiver, dot, word }: Situation & { kind: 'member' }): readonly Completion[] {
    const { expr, type } = this.pieces.typeOf(receiver);
    const space = dottedName(expr);
    if (space !== undefined && !this.usedNames.has(space.root)) {
      const inSpace = functionsOf(this.language, this.usedNames, space.text);
      if (inSpace.length > 0) return inSpace.map((one) => this.call(one, word));
      // A name that is absent here has no members; the checker says where it exists.
      if (this.language.absent.has(space.root)) return [];
    }
    const fields = fieldsOf(type);
    const current = this.values.at(expr);
    const keys = ownLast([...fields.keys(), ...this.values.keysAt(expr, fields)]);
    const members = keys.map((key): Completion => {
      const field = fields.get(key);
      const value = current === undefined ? undefined : stepInto(current, field?.aliasOf ?? key);
      const named = isName(key)
        ? { label: key, insert: key, range: word }
        : { label: `.${key}`, insert: `[${JSON.stringify(key)}]`, range: { start: dot, end: word.end } };
      const about = field === undefined ? '' : [field.about ?? '', frequencyOf(field)].filter(Boolean).join(' ');
      return { ...named, kind: 'field', detail: detailOf(field?.type ?? { kind: 'dyn' }, value), about };
    });
    return [...members, ...methodsOf(type, this.language, this.usedNames).map((one) => this.call(one, word))];
  }

  private fitting(place: ValuePlace, word: TextRange, quote: string): readonly Completion[] {
    const { expr, type } = this.pieces.typeOf(place.operand);
    const isText = word.end > word.start && quote === this.text[word.start];
    if (place.kind === 'key') {
      // After a key is accepted, the caret is behind its bracket, whether or not that was there.
      const isClosed = this.text[word.end] === ']';
      const range = isClosed ? { start: word.start, end: word.end + 1 } : word;
      return keysFor(type, this.values.at(expr), { word: range, quote, isOpen: isClosed || place.isOpen });
    }
    return valuesFor(type, this.values.at(expr), { word, quote, onlyText: isText });
  }

  private names(range: TextRange): readonly Completion[] {
    const locals = [...this.pieces.locals].toReversed().map(([name, type]): Completion => {
      const about = 'A variable of the macro around it.';
      return { label: name, kind: 'variable', insert: name, range, detail: describeType(type), about };
    });
    const variables = [...this.language.variables]
      .filter(([name]) => !this.pieces.locals.has(name))
      .map(([name, { type, about, aliasOf }]): Completion => {
        const detail = aliasOf === undefined ? describeType(type) : `= ${aliasOf}`;
        return { label: name, kind: 'variable', insert: name, range, detail, about };
      });
    const functions = functionsOf(this.language, this.usedNames).map((one) => this.call(one, range));
    const words = literals.map(([label, about]) => keyword(label, about, range));
    return [...locals, ...variables, ...functions, ...words, ...this.fieldsNamed(range)];
  }

  /** A user may know the name of a field without the variable it belongs to. */
  private fieldsNamed(range: TextRange): readonly Completion[] {
    const typed = this.text.slice(range.start, range.end).toLowerCase();
    if (typed.length < 2) return [];
    return [...this.language.variables].flatMap(([variable, { type, aliasOf }]) => {
      if (aliasOf !== undefined || this.pieces.locals.has(variable)) return [];
      return [...fieldsOf(type)].flatMap(([key, field]): readonly Completion[] => {
        if (!isName(key) || !key.toLowerCase().startsWith(typed)) return [];
        const label = `${variable}.${key}`;
        return [
          { label, kind: 'field', insert: label, range, detail: describeType(field.type), about: field.about ?? '' },
        ];
      });
    });
  }

  private call({ name, kind, insert, signature, about }: Callable, range: TextRange): Completion {
    const isCalled = /^\s*\(/.test(this.text.slice(range.end, range.end + 8));
    return { label: name, kind, insert: isCalled ? name : insert, range, detail: signature, about };
  }
}

const isEmpty = ({ start, end }: TextRange): boolean => start === end;

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key) && !reserved.has(key);

/** Words that the grammar reserves even after a dot. */
const reserved: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null']);

const literals = [
  ['true', 'The bool.'],
  ['false', 'The bool.'],
  ['null', 'The null value.'],
] as const;

const operators = [
  ['&&', 'Both sides.'],
  ['||', 'Either side.'],
  ['==', 'Equal in type and value.'],
  ['!=', 'Not equal.'],
  ['<', 'Less than.'],
  ['<=', 'Less than or equal.'],
  ['>', 'Greater than.'],
  ['>=', 'Greater than or equal.'],
  ['in', 'Whether a list holds a value, or a map a key.'],
] as const;

const keyword = (label: string, about: string, range: TextRange): Completion => ({
  label,
  kind: 'keyword',
  insert: label,
  range,
  detail: '',
  about,
});

/** Proposals that begin with the typed text, then names that contain its letters in order; the rest is left out. */
function bestFirst(found: readonly Completion[], text: string, offset: number): readonly Completion[] {
  const ranked = found.flatMap((completion) => {
    const typed = text.slice(completion.range.start, offset).toLowerCase();
    const label = completion.label.toLowerCase();
    if (label.startsWith(typed)) return [{ completion, rank: 0 }];
    // A snippet must begin with the typed text: almost any two letters occur in its title.
    return completion.kind !== 'snippet' && containsInOrder(label, typed) ? [{ completion, rank: 1 }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ completion }) => completion);
}

function containsInOrder(label: string, typed: string): boolean {
  let at = 0;
  for (const letter of typed) {
    at = label.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
