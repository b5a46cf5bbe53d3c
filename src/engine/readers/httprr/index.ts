import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf } from '../fault.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { readMessage, type Message } from './message.ts';
import { firstLine, splitExchanges } from './split.ts';

/**
 * HTTP exchanges as Go's `httprr` records them for tests: a first line, then for each exchange a line with two byte
 * counts, the request and the response. The value is a list of `{request, response}`, each
 * `{start_line, headers, body}`: a JSON body as its value, an event stream as the list of its values.
 * https://pkg.go.dev/golang.org/x/oscar/internal/httprr
 */
export const httprr: Reader = {
  id: 'httprr',
  title: 'Recorded HTTP (httprr)',
  claim: (text) => (firstLine.test(text.slice(0, 80)) ? 'likely' : 'no'),
  read(text) {
    const lines = new Lines(text);
    const notebook = new Notebook(lines);
    const ranges = splitExchanges(text, notebook);
    if (ranges.length === 0) return err(problemOf(nothingRecorded(text), text, lines));
    const exchanges = ranges.map(({ request, response }) => ({
      request: readMessage(text, request, notebook),
      response: readMessage(text, response, notebook),
    }));
    const document: Document = {
      syntax: 'httprr',
      text,
      value: exchanges.map(({ request, response }) => ({ request: request.value, response: response.value })),
      notes: notebook.notes(),
      typeName: () => undefined,
      locate: (path) => locate(path, exchanges, text),
    };
    return ok(document);
  },
};

const nothingRecorded = (text: string) => ({
  code: 'reader/httprr',
  at: { start: Math.min(text.length, text.indexOf('\n') + 1), end: text.length },
  expected: 'a line with the lengths of a request and its response',
  advice: 'The recording holds no exchange: open one that was recorded whole.',
});

interface Exchange {
  readonly request: Message;
  readonly response: Message;
}

function locate([index, side, ...rest]: Path, exchanges: readonly Exchange[], text: string): TextRange | null {
  if (index === undefined) return { start: 0, end: text.length };
  const exchange = typeof index === 'number' ? exchanges[index] : undefined;
  if (exchange === undefined) return null;
  if (side === undefined) return { start: exchange.request.range.start, end: exchange.response.range.end };
  if (side !== 'request' && side !== 'response') return null;
  return exchange[side].locate(rest);
}
