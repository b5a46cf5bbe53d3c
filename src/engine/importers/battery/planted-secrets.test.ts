import { expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { hideInText } from '../../leaving/hide-in-text.ts';
import { leaveAsTest } from '../../leaving/leave.ts';
import { judgedBy, leavingOf } from '../../leaving/testing.ts';
import { writeSessionFile } from '../../model/session-file.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { openAs } from '../../opening/open-text.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import type { Document } from '../../readers/document.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { recogniseWhole } from '../../recognition/recognise.ts';
import { systemOf } from '../../systems/systems.ts';
import { readNow } from '../testing.ts';
import { planted, tellingPart } from './planted/testing.ts';
import { fixtures } from './testing.ts';

/**
 * Plants the secrets in a document: in running texts, in JSON texts (as values, keys and deeper texts), and as fields of
 * objects that hold data, such as arguments.
 */
function withPlanted(document: Document): Document {
  const places = { texts: 0 };
  plantedInto(document, places, 0);
  // All secrets are planted, also where there are few texts.
  return plantedInto(document, places, Math.ceil(planted.length / Math.max(1, places.texts)));
}

function plantedInto(document: Document, places: { texts: number }, perText: number): Document {
  let next = 0;
  const some = (count: number): readonly string[] =>
    Array.from({ length: count }, () => planted[next++ % planted.length]?.value ?? '');
  const originals = new WeakMap<object, object>();
  const fieldsWith = (): RecordValue => {
    const [key = '', password = '', text = '', deep = '', number = ''] = some(5);
    return {
      [key]: 1,
      login: { password },
      memo: `please use ${text} for it`,
      body: JSON.stringify({ deep: { list: [deep] } }),
      items: [number],
    };
  };
  const plant = (value: Value, name: string): Value => {
    if (typeof value === 'string') return planting(value, perText, places, some, fieldsWith);
    if (Array.isArray(value)) return (value as readonly Value[]).map((element) => plant(element, name));
    if (!isRecord(value)) return value;
    const fields = Object.entries(value).map(([key, field]): [string, Value] => [key, plant(field, key)]);
    const more = holdsData.test(name) ? Object.entries(fieldsWith()) : [];
    const copy: RecordValue = Object.fromEntries([...fields, ...more]);
    originals.set(copy, value);
    return copy;
  };
  return {
    ...document,
    value: plant(document.value, ''),
    typeName: (of) => document.typeName(originals.get(of) ?? of),
  };
}

/** Objects with the data of the agent, whose keys are its own. */
const holdsData = /^(?:args|arguments|input|parameters|params|state|metadata|response)$/;

function planting(
  text: string,
  perText: number,
  places: { texts: number },
  some: (count: number) => readonly string[],
  fieldsWith: () => RecordValue,
): string {
  const parsed = /^\s*\{/.test(text) ? jsonIn(text) : null;
  if (parsed !== null) return JSON.stringify({ ...parsed, ...fieldsWith() });
  // Identifiers, times and names of models have no blanks between words.
  if (!/[a-z]{2} [a-z]{2}/i.test(text)) return text;
  places.texts++;
  return `${text} My keys are ${some(perText).join(' and ')} so far.`;
}

function jsonIn(text: string): RecordValue | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // a text that begins like JSON
  }
}

function openedWith(document: Document): OpenSession | null {
  const found = recogniseWhole(document);
  if (!found.ok) return null;
  const { importer } = found.value;
  const opened = openAs(importer, readNow(importer), document);
  const session = opened.ok && opened.value.entries.length > 0 ? openEntry(opened.value, 0, systemOf) : null;
  return session?.ok === true && session.value.history.turns.length > 0 ? session.value : null;
}

/** With all secrets in a raw recording that the header keeps, and in notes of the import. */
function withPlantedHeader(session: OpenSession): OpenSession {
  const raw = planted.map(({ value }, at) => ({ [`field_${at}`]: `was ${value}` }));
  const header = { ...session.session.header, raw, recording: JSON.stringify(raw) };
  const notes = planted.map(({ value }) => ({
    severity: 'info' as const,
    code: 'test/planted',
    message: `Left out: ${value}.`,
  }));
  return { ...session, session: { ...session.session, header }, notes };
}

const secrets = planted.map((one) => ({ ...one, part: tellingPart(one) }));

/** The secrets that are in a text, in any spelling that JSON and capitals allow. */
const foundIn = (text: string) => {
  const lower = text.toLowerCase();
  return secrets.filter(({ part }) => lower.includes(part.toLowerCase()));
};

/** The smallest fixture of each importer that is more than a few words. */
const chosen = [...new Set(fixtures.map(({ owner }) => owner))].flatMap((owner) => {
  const files = fixtures.filter((file) => file.owner === owner).toSorted((a, b) => a.text.length - b.text.length);
  return files.find(({ text }) => text.length > 400) ?? files.slice(0, 1);
});

const recorded: number[] = [];

test('200 secrets are planted', () => {
  expect(new Set(secrets.map(({ part }) => part)).size).toBe(200);
});

test.each(chosen)('of the secrets planted in a recording of $owner none leaves', async ({ text }) => {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  const opened = openedWith(withPlanted(document.value));
  if (opened === null) return;
  const session = withPlantedHeader(opened);
  recorded.push(foundIn(writeSessionFile(opened.session)).length);
  const left = await leavingOf(session);
  expect(foundIn(left.text)).toEqual([]);
  expect(foundIn(left.title)).toEqual([]);
  const judged = judgedBy({ expression: 'context.turn >= 0', hook: 'turn', match: null });
  const cut = await leaveAsTest(session, 0, judged, 'seed', unhurried);
  expect(foundIn(cut.ok ? cut.value.text : '')).toEqual([]);
  const title = await hideInText(session.session.header.title, null, 'seed', unhurried);
  expect(foundIn(title.text)).toEqual([]);
});

test('most recordings are read with their secrets, so that they could leave', () => {
  expect(recorded.length / chosen.length).toBeGreaterThan(0.8);
  const mean = recorded.reduce((sum, count) => sum + count, 0) / recorded.length;
  expect(mean).toBeGreaterThan(100);
});
