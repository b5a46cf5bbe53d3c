import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { rangesOfTurn } from '../../opening/turn-sources.ts';

/** The source text that the Raw panel shows for a turn. */
function rawOf(fixture: string, turn: number): string {
  const opened = openNow(readFileSync(new URL(`fixtures/${fixture}`, import.meta.url), 'utf8'));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const { text } = session.value.document;
  return rangesOfTurn(session.value, turn)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n');
}

test('the source of a chunked answer is all its chunks and the final status', () => {
  const raw = rawOf('v03-stream-report.sse.txt', 1);
  for (const part of ['<section 1...>', '<section 2...>', '<section 3...>', '"completed"']) expect(raw).toContain(part);
});

test('the source of a traced call is its step and the response step', () => {
  const raw = rawOf('v03-adk-currency-traceability.http.txt', 2);
  expect(raw).toContain('"symbols": "EUR,CZK,DKK,HUF,PLN,RON,SEK"');
  expect(raw).toContain('"EUR": 0.85903');
});
