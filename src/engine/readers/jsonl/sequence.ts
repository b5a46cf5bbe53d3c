import { isList, isRecord, type Value } from '../../model/value.ts';
import { tokenAt, type Fault } from '../fault.ts';
import { skipSpace } from '../json-text/characters.ts';
import { readMendedJson, type JsonText } from '../json-text/read.ts';
import type { Readable, Syntax } from '../statement.ts';

/** JSON objects and arrays that follow one another, but not each on a line: `data:` events, transcripts. */
export interface JsonValue extends Readable {
  readonly json: JsonText;
}

export function jsonSyntax(text: string, end: number): Syntax<JsonValue> {
  return {
    readAt(start, notebook) {
      if (text[start] !== '{' && text[start] !== '[') return noContainer(text, start);
      let valueEnd = end;
      const read = readMendedJson(text, { start, end }, notebook, 'keep', (after) => {
        valueEnd = after;
        return undefined;
      });
      if ('fault' in read) return read.fault;
      return { json: read, end: valueEnd, kind: 'container', isStructured: holdsRecord(read.value), isDoubtful: false };
    },
    fieldsAt: (start) => noContainer(text, start),
    skipBlank: (offset) => Math.min(end, skipSpace(text, offset)),
  };
}

const holdsRecord = (value: Value): boolean => (isList(value) ? [...value].some(hasKeys) : hasKeys(value));

const hasKeys = (value: Value): boolean => isRecord(value) && Object.keys(value).length > 0;

const noContainer = (text: string, start: number): Fault => ({
  code: 'reader/json',
  at: tokenAt(text, start),
  expected: 'a JSON object or array',
  advice: 'Fix the text there and open it again.',
});
