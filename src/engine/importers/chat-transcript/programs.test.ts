import { describe, expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';
import { outlineOf } from '../battery/outline.ts';

/** The turns of a chat, each as a line without its number and place. */
const turnsOf = (text: string): readonly string[] =>
  outlineOf(firstSession(text).session)
    .split('\n')
    .flatMap(
      (line) => /^ *\d+ {2}(?<turn>\S+ .*?)(?: {2}@.*)?$/.exec(line)?.groups?.['turn']?.replace(/ {2,}/g, ' ') ?? [],
    );

const notesOf = (text: string): readonly string[] => firstSession(text).session.notes.map(({ code }) => code);

const aider = (...lines: readonly string[]): string =>
  ['', '# aider chat started at 2026-10-10 09:00:00', '', ...lines].join('\n');

describe('Aider ends its own lines with two blanks', () => {
  test('headings and quotes of the model are its words', () => {
    const text = aider(
      '#### explain  ',
      '',
      'So:',
      '',
      '> a quote',
      '> of two lines',
      '',
      '#### First step',
      '',
      'End.',
    );
    expect(turnsOf(text)).toEqual(['input explain', 'llm So: > a quote > of two lines #### First step End. [answers]']);
  });

  test.each([
    ['> Tokens: 12k sent, 10k cache hit, 260 received.', 'Cost: $0.0042 message, $0.0142 session.  '],
    ['> Tokens: 12k sent, 10k cache hit, 260 received.  ', 'Cost: $0.0042 message, $0.0142 session.  '],
    ['> Commit 1a2b3c4 feat: rename', 'the second line of the message', 'and the third  '],
  ])('its output of several lines is no answer: %s', (...output) => {
    const text = aider(
      '#### rename it  ',
      '',
      'Done.',
      '',
      ...output,
      '> Applied edit to a.py  ',
      '',
      '#### thanks  ',
      '',
    );
    expect(turnsOf(text)).toEqual(['input rename it', 'llm Done. [answers]', 'input thanks']);
  });

  test('an empty input is left out, and two inputs in a row are two', () => {
    const text = aider('#### <blank>  ', '', '#### /undo  ', '', '#### and now?  ', '#### why?  ', '', 'Nothing.', '');
    expect(turnsOf(text)).toEqual(['input /undo', 'input and now? why?', 'llm Nothing. [answers]']);
    expect(notesOf(text)).toContain('reader/prose');
  });

  test('the command that started it is no answer, however long its message is', () => {
    const head = [
      '> Added .aider* to .gitignore  ',
      '> aider --message # TASK',
      '',
      '**Task ID**: #2',
      '',
      '> a quote',
      '- a point  ',
    ];
    const text = aider(...head, '> Aider v0.86.1  ', '', '#### # TASK  ', '', 'Done.', '');
    expect(turnsOf(text)).toEqual(['input # TASK', 'llm Done. [answers]']);
  });

  test('a text that it writes twice is one input, or none', () => {
    const plan = ['First\na.', '', '- b', ''].join('\n');
    const repeated = ['#### First  ', '#### a.  ', '####   ', '#### - b  ', ''];
    const text = aider(
      '#### /architect why?  ',
      '',
      '#### why?  ',
      '',
      plan,
      '> Tokens: 1 sent.  ',
      '',
      ...repeated,
      'Done.',
      '',
    );
    expect(turnsOf(text)).toEqual(['input /architect why?', 'llm First a. - b [answers]', 'llm Done. [answers]']);
    expect(notesOf(text)).toContain('reader/repeated-input');
    expect(turnsOf(aider('#### yes  ', '', '#### yes  ', ''))).toEqual(['input yes', 'input yes']);
  });

  test('in a text whose trailing blanks are lost, the marks alone decide', () => {
    const text = aider('> Aider v0.86.1', '', '#### hi', '', 'Hello.', '', '> Tokens: 2k sent, 26 received.', '');
    expect(turnsOf(text)).toEqual(['input hi', 'llm Hello. [answers]']);
  });
});

const claude = (...lines: readonly string[]): string => ['> fix it', '', ...lines, ''].join('\n');

describe('Claude Code', () => {
  test.each([
    'Error editing file',
    'Error reading file',
    'Error writing file',
    'Error searching files',
    'File must be read first',
    'Error: Exit code 1',
    'Waiting…\n\n  ⎿  Error: Exit code 1',
  ])('a result that begins with its words for a failure is errored: %j', (result) => {
    expect(turnsOf(claude('● Update(src/a.ts)', `  ⎿  ${result}`))[2]).toMatch(
      /^capability Update \("src\/a\.ts"\) errored/,
    );
  });

  test('a call whose bullet was invisible is a call', () => {
    const text = claude(
      '● Let me edit it:',
      '',
      '  Update(src/a.ts)',
      '  ⎿  Error editing file',
      '',
      '● Read(src/a.ts)',
      '  ⎿  Read 19 lines',
      '',
      '  Bash(npm test        ',
      '      --silent)        ',
      '                       ',
      '  ⎿  5 passed          ',
    );
    expect(turnsOf(text)).toEqual([
      'input fix it',
      'llm Let me edit it: · plan: Update',
      'capability Update ("src/a.ts") errored: {"error":"Error editing file"}',
      'llm plan: Read',
      'capability Read ("src/a.ts") successful: "Read 19 lines"',
      'llm plan: Bash',
      String.raw`capability Bash ("npm test\n --silent") successful: "5 passed"`,
    ]);
  });

  test.each(['Parse(text) is slower than Lex(text)', 'Done(ish) is what I call it (really)'])(
    'a sentence with brackets is no call: %s',
    (answer) => {
      expect(turnsOf(claude(`● ${answer}`))).toEqual(['input fix it', `llm ${answer} [answers]`]);
    },
  );

  test('a call at the end of the text has no result', () => {
    expect(turnsOf(claude('● Bash(npm test)'))).toEqual([
      'input fix it',
      'llm plan: Bash',
      'capability Bash ("npm test") no-result: unknown',
    ]);
  });

  test('results below parallel calls belong to these calls in order', () => {
    const text = claude('● Read(a)', '● Read(b)', '  ⎿  Read 3 lines', '  ⎿  Error reading file');
    expect(turnsOf(text).slice(2)).toEqual([
      'capability Read ("a") successful: "Read 3 lines"',
      'capability Read ("b") errored: {"error":"Error reading file"}',
    ]);
    expect(notesOf(text)).toContain('import/paired-by-order');
  });

  test('its own lines about a plan and about calls that it folded are not the model’s words', () => {
    const text = claude(
      '● User rejected Claude’s plan:',
      '  ⎿  step 1',
      '',
      '● Read 2 files (ctrl+o to expand)',
      '',
      '● Fine.',
    );
    expect(turnsOf(text)).toEqual(['input fix it', 'llm Fine. [answers]']);
    expect(notesOf(text)).toContain('reader/prose');
  });
});
