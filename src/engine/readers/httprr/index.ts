import { err, ok } from '../../../base/result.ts';
import type { Reader } from '../document.ts';
import { problemOf } from '../fault.ts';
import { Lines } from '../lines.ts';
import { listOf, locateIn, recordOf } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { readMessage } from './message.ts';
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
    const exchanges = ranges.map(({ request, response }) =>
      recordOf({ start: request.start, end: response.end }, [
        ['request', readMessage(text, request, notebook)],
        ['response', readMessage(text, response, notebook)],
      ]),
    );
    const recording = listOf({ start: 0, end: text.length }, exchanges);
    if (recording === undefined) return err(problemOf(nothingRecorded(text), text, lines));
    return ok({
      syntax: 'httprr',
      text,
      value: recording.value,
      notes: notebook.notes(),
      typeName: () => undefined,
      locate: (path) => locateIn(recording, path),
    });
  },
};

const nothingRecorded = (text: string) => ({
  code: 'reader/httprr',
  at: { start: Math.min(text.length, text.indexOf('\n') + 1), end: text.length },
  expected: 'a line with the lengths of a request and its response',
  advice: 'The recording holds no exchange: open one that was recorded whole.',
});
