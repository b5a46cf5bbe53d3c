import { describe, expect, test } from 'vitest';
import { openAs } from '../../opening/open-text.ts';
import { openEntry } from '../../opening/open-session.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { writeSessionFile } from '../../model/session-file.ts';
import type { Document } from '../../readers/document.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { recogniseWhole } from '../../recognition/recognise.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession } from '../../testing.ts';
import { readNow } from '../testing.ts';
import { fixtures } from './testing.ts';

/** Occurs in every planted value and in no fixture. */
const mark = 'PLANTED';

const planted: RecordValue = {
  headers: {
    Authorization: `Bearer ${mark}`,
    'Proxy-Authorization': `Basic ${mark}`,
    Cookie: `session=${mark}; theme=dark`,
    'set-cookie': [`id=${mark}; HttpOnly`],
    'X-Api-Key': mark,
    'api-key': mark,
    'x-goog-api-key': mark,
  },
  request_headers: [{ name: 'authorization', value: `Bearer ${mark}` }, ['Cookie', `a=${mark}`], `X-Api-Key: ${mark}`],
  'http.request.header.authorization': mark,
  api_key: mark,
  apiKey: mark,
  settings: { token: mark, password: mark, client_secret: mark },
  endpoint: `https://user:${mark}@example.com/v1?api_key=${mark}&X-Amz-Signature=${mark}&page=2`,
};

/** Adds the planted fields to each record of the document; the records keep their type names. */
function withPlanted(document: Document): Document {
  const originals = new WeakMap<object, object>();
  const plant = (value: Value): Value => {
    if (Array.isArray(value)) {
      const list: readonly Value[] = value;
      return list.map(plant);
    }
    if (!isRecord(value)) return value;
    const fields = Object.entries(value).map(([key, field]): [string, Value] => [key, plant(field)]);
    const copy: RecordValue = Object.fromEntries([
      ...fields,
      ...Object.entries(planted).filter(([key]) => !Object.hasOwn(value, key)),
    ]);
    originals.set(copy, value);
    return copy;
  };
  const value = plant(document.value);
  return { ...document, value, typeName: (of) => document.typeName(originals.get(of) ?? of) };
}

/** Places in a saved session with messages, arguments and results, which rules judge as recorded, and titles, which quote them. */
const saidOrReceived = /\.(?:title|args|arguments|input|output|result|response|passed|params|planned|text)\b/;

function leaksIn(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return value.includes(mark) && !saidOrReceived.test(path) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((element: unknown, i) => leaksIn(element, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) => leaksIn(field, `${path}.${key}`));
}

/** The saved files of up to three sessions; null if the document is not recognised any more. */
function savedFrom(document: Document): readonly string[] | null {
  const found = recogniseWhole(document);
  if (!found.ok) return null;
  const { importer } = found.value;
  const opened = openAs(importer, readNow(importer), document);
  if (!opened.ok) return null;
  return opened.value.entries.slice(0, 3).flatMap((_, entry) => {
    const session = openEntry(opened.value, entry, systemOf);
    return session.ok ? [writeSessionFile({ ...session.value.session, notes: session.value.notes })] : [];
  });
}

let opened = 0;

describe.each(fixtures)('$owner/fixtures/$name', ({ text }) => {
  test('credentials in any record are not in the saved session', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const saved = savedFrom(withPlanted(document.value));
    if (saved === null || saved.length === 0) return;
    opened++;
    for (const file of saved) expect(leaksIn(JSON.parse(file))).toEqual([]);
  });
});

test('the report names the headers of a copied HTTP message without their values', () => {
  const body = JSON.stringify({
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.' },
    ],
  });
  const text = `POST /v1/chat?api_key=${mark} HTTP/1.1\nHost: api.example.com\nX-Api-Key: ${mark}\nCookie: a=${mark}\nAuthorization: Bearer ${mark}\n\n${body}`;
  const { session } = firstSession(text);
  const messages = session.notes.map(({ message }) => message).join('\n');
  expect(messages).not.toContain(mark);
  expect(messages).toContain('X-Api-Key, Cookie, Authorization');
});

test('a token that an agent passed to a tool is kept, because a rule may search for it', () => {
  const call = { id: 'c', type: 'function', function: { name: 'login', arguments: `{"password": "${mark}"}` } };
  const { session } = firstSession(
    JSON.stringify([
      { role: 'user', content: 'Log in.' },
      { role: 'assistant', tool_calls: [call] },
    ]),
  );
  expect(session.history.invocations[0]?.input).toEqual({ password: mark });
});

test('most recordings with the planted fields are still recognised', () => {
  expect(opened / fixtures.length).toBeGreaterThan(0.8);
});
