import { err, ok } from '../../../base/result.ts';
import type { Reader } from '../document.ts';
import { problemOf, tokenAt, type Fault } from '../fault.ts';
import { Lines } from '../lines.ts';
import { documentOf } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { assignmentEnd, insideFence } from '../unwrap.ts';
import { locatedJson, startsLikeJson, readRepairedJson, readStrictJson, type JsonRead } from '../json-text/read.ts';

export const json: Reader = {
  id: 'json',
  title: 'JSON',
  claim: (text) => (startsLikeJson(text) ? 'likely' : 'possible'),
  read(text) {
    const lines = new Lines(text);
    const notebook = new Notebook(lines);
    const read = readWhole(text, notebook);
    if ('fault' in read) return err(problemOf(read.fault, text, lines));
    return ok(documentOf('json', text, locatedJson(read), notebook.notes()));
  },
};

function readWhole(text: string, notebook: Notebook): JsonRead {
  const strict = readStrictJson(text, { start: 0, end: text.length }, notebook);
  if (strict !== undefined) return strict;
  const inside = insideFence(text, notebook);
  const start = assignmentEnd(text, inside.start);
  const isAssigned = text.slice(inside.start, start).trim() !== '';
  if (isAssigned)
    notebook.add('repaired', 'reader/assignment', 'The name in front of the value was left out.', inside.start);
  // A byte order mark is white space to the regular expression, but not to JSON.
  const from = start + (/^[\s\uFEFF]*/.exec(text.slice(start, start + 1000))?.[0].length ?? 0);
  return readRepairedJson(text, { start: from, end: inside.end }, notebook, 'keep', (end) => {
    const rest = end + (/^;?\s*/.exec(text.slice(end, inside.end))?.[0].length ?? 0);
    return rest >= inside.end ? undefined : moreAfter(text, rest);
  });
}

const moreAfter = (text: string, at: number): Fault => ({
  code: 'reader/more-text',
  at: tokenAt(text, at),
  expected: 'the end of the text',
  advice: 'One JSON value ends before it; for several, put each on a line of its own.',
});
