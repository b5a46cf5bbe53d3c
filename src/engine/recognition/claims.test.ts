import { expect, test } from 'vitest';
import { readDocument } from '../readers/read-document.ts';
import type { Document } from '../readers/document.ts';
import { valueAt, type Value } from '../model/value.ts';
import { fixtures } from '../importers/battery/testing.ts';
import { importers } from '../importers/registry.ts';
import { claimSample } from './claims.ts';
import { recogniseWhole } from './recognise.ts';

function documentOf(text: string): Document {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

const lengthAt = ({ value }: Document, ...path: readonly string[]): number => {
  const list: Value | undefined = valueAt(value, path);
  return Array.isArray(list) ? list.length : -1;
};

const said = Array.from({ length: 3000 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: 'x',
}));

test('claims are made on the beginning of a long list, and of the long lists of a record', () => {
  expect(lengthAt(claimSample(documentOf(JSON.stringify(said))))).toBe(1000);
  const held = claimSample(documentOf(JSON.stringify({ messages: said, tools: [1], ['__proto__']: 'a key' })));
  expect([lengthAt(held, 'messages'), lengthAt(held, 'tools')]).toEqual([1000, 1]);
  expect(Object.keys(held.value ?? {})).toEqual(['messages', 'tools', '__proto__']);
});

test('a short document is not cut', () => {
  const document = documentOf(JSON.stringify(said.slice(0, 1000)));
  expect(claimSample(document)).toBe(document);
});

test('a shortened record keeps the class name that Python printed', () => {
  const document = documentOf(`CallContext(lines=[${'1, '.repeat(2000)}])`);
  const sample = claimSample(document);
  const { value } = sample;
  expect.assert(typeof value === 'object' && value !== null);
  expect([lengthAt(sample, 'lines'), sample.typeName(value)]).toEqual([1000, 'CallContext']);
});

test('a long file is known by its beginning', () => {
  const found = recogniseWhole(documentOf(JSON.stringify({ messages: said })));
  expect(found.ok && found.value.importer.id).toBe('openai-chat');
});

// `claims.ts` keeps one answer for each value, for all documents that hold it.
test.each(fixtures.map(({ owner, name, text }) => [`${owner}/${name}`, text] as const))(
  'every claim on %s depends on the value, its class names and its syntax alone',
  (_, text) => {
    const document = readDocument(text);
    if (!document.ok) return;
    const { value, typeName, syntax } = claimSample(document.value);
    const bare: Document = { syntax, text: '', value, notes: [], typeName, locate: () => null };
    for (const importer of importers) expect(importer.claim(bare), importer.id).toBe(importer.claim(document.value));
  },
);
