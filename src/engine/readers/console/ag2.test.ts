import { describe, expect, test } from 'vitest';
import { valueAt } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { documentOf, notesOf, pathsIn } from '../testing.ts';

const rule = '-'.repeat(80);
const escape = '\u001B';
const log = `loading

${escape}[33muser${escape}[0m (to bot):

Two things,
please.

${rule}
bot (to user):

Both at once.
***** Suggested tool call (c-1): look *****
Arguments: 
{"q": 1}
*******************************************
***** Suggested tool call: book *****
Arguments: 
{}
*******************************************

${rule}

>>>>>>>> EXECUTING FUNCTION look...
user (to bot):

user (to bot):

***** Response from calling tool (c-1) *****
found
********************************************

${rule}
***** Response from calling tool: book *****
***** not a block, but its text *****
********************************************

${rule}
bot (to user):


${rule}
`;

describe('the console output of AG2', () => {
  test('is a list of their messages, with calls and responses', () => {
    const document = documentOf(log);
    expect(document.syntax).toBe('ag2-console');
    expect(document.value).toEqual([
      { name: 'user', to: 'bot', content: 'Two things,\nplease.' },
      {
        name: 'bot',
        to: 'user',
        content: 'Both at once.',
        tool_calls: [
          { id: 'c-1', function: { name: 'look', arguments: '{"q": 1}' } },
          { function: { name: 'book', arguments: '{}' } },
        ],
      },
      { name: 'user', to: 'bot', content: '', tool_responses: [{ tool_call_id: 'c-1', content: 'found' }] },
      {
        name: 'user',
        to: 'bot',
        content: '',
        tool_responses: [{ name: 'book', content: '***** not a block, but its text *****' }],
      },
      { name: 'bot', to: 'user', content: '' },
    ]);
  });

  test('distinguishes progress lines from other lines between the messages', () => {
    expect(notesOf(log)).toEqual([
      'repaired reader/colour-code at line 3, column 1',
      'lost reader/prose at line 1, column 1',
      'info reader/progress at line 23, column 1',
    ]);
  });

  test('the places of its notes count the colour codes', () => {
    const coloured = `a (to b):\n\nhi\n\n${rule}\n\u001B[31m\u001B[1mNext speaker: b\u001B[0m\n`;
    expect(notesOf(coloured)).toContain('info reader/progress at line 6, column 10');
  });

  test.each<[Path, string]>([
    [[0, 'content'], 'Two things,\nplease.'],
    [[1, 'tool_calls', 0, 'function', 'arguments'], '{"q": 1}'],
    [[2, 'tool_responses', 0, 'content'], 'found'],
    [[1, 'content'], 'Both at once.'],
  ])('has the place of %j', (path, text) => {
    const document = documentOf(log);
    const range = document.locate(path);
    expect(log.slice(range?.start, range?.end)).toBe(text);
    expect(valueAt(document.value, path)).toBe(text);
  });

  test('has a place for every value', () => {
    const document = documentOf(log);
    expect(pathsIn(document.value).filter((path) => document.locate(path) === null)).toEqual([]);
    expect(document.locate([9])).toBeNull();
  });

  test('can be cut off anywhere without harm', () => {
    for (let end = log.indexOf(rule) + 81; end < log.length; end++) {
      expect(documentOf(log.slice(0, end)).value).toHaveProperty('0.content', 'Two things,\nplease.');
    }
  });
});
