import { toJson } from '../../model/json.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import { isList, isMap, type Value } from '../../model/value.ts';
import type { Evaluated } from './evaluate.ts';

export interface Interpolated {
  readonly text: string;
  /** One problem for each failed expression, with the range of its braces as place. */
  readonly problems: readonly Problem[];
}

/** Fills a text with `{expression}` in it: a prompt, an error message, an address. A failing expression stays in the text. */
export function interpolate(template: string, evaluate: (expression: string) => Evaluated): Interpolated {
  const problems: Problem[] = [];
  let text = '';
  let done = 0;
  for (const { start, end } of expressionsIn(template)) {
    const braces = { start: start - 1, end: end + 1 };
    const written = template.slice(braces.start, braces.end);
    const evaluated = evaluate(template.slice(start, end));
    if ('fault' in evaluated) {
      const message = `The expression ${written} failed: ${evaluated.message}.`;
      problems.push({ code: 'task/interpolation', message, range: braces });
    }
    text += template.slice(done, braces.start) + ('fault' in evaluated ? written : printed(evaluated));
    done = braces.end;
  }
  return { text: text + template.slice(done), problems };
}

/** The ranges of the expressions in such a text, without their braces. */
export function expressionsIn(template: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let done = 0;
  for (let start = template.indexOf('{'); start !== -1; start = template.indexOf('{', done)) {
    const end = closingBrace(template, start);
    if (end === null) break;
    ranges.push({ start: start + 1, end });
    done = end + 1;
  }
  return ranges;
}

function printed({ value, text }: { readonly value: Value; readonly text: string | undefined }): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return text === undefined || isList(value) || isMap(value) ? toJson(value) : text;
}

/** The index of the brace that closes the one at `start`; braces nest in map literals and are plain text in strings. */
function closingBrace(template: string, start: number): number | null {
  let depth = 0;
  for (let i = start; i < template.length; i++) {
    const char = template.charAt(i);
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i;
    else if (char === '"' || char === "'") {
      const closing = closingQuote(template, i, char);
      // An apostrophe in the surrounding text does not begin a string.
      if (closing !== null) i = closing;
    }
  }
  return null;
}

function closingQuote(template: string, start: number, quote: string): number | null {
  for (let i = start + 1; i < template.length; i++) {
    const char = template.charAt(i);
    if (char === '\\') i++;
    else if (char === quote) return i;
  }
  return null;
}
