import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../base/result.ts';
import { openAs, openEntry, type OpenText } from '../open-text.ts';
import { openNow } from '../testing.ts';
import { readDocument } from '../readers/read-document.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { systemOf } from '../systems/systems.ts';
import { importerOf } from './importer-of.ts';
import type { Claim, ReadSession, Sources } from './importer.ts';
import { breaches, noteBreaches, pathsOf } from './invariants.ts';
import { mutate, mutation, readNow } from './testing.ts';
import { outlineOf } from './outline.ts';
import { importers } from './registry.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Every file in every `fixtures/` folder, but for what is written about it. */
const fixtures = importers.flatMap(({ id }) =>
  readdirSync(join(here, id, 'fixtures'))
    .filter((name) => name !== 'ORIGIN.md' && !name.endsWith('.outline.txt'))
    .map((name) => ({ owner: id, name, path: join(here, id, 'fixtures', name) })),
);

const textOf = (path: string) => readFileSync(path, 'utf8');

function documentOf(text: string): Document {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

function openDocument(document: Document): Result<OpenText, Problem> {
  const importer = importerOf(document);
  return importer.ok ? openAs(importer.value, readNow(importer.value), document) : importer;
}

function sessionsOf(document: Document): ReadSession[] {
  const found = openDocument(document);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value.entries.map((entry) => {
    const session = entry.open();
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
}

test('every importer has real files to be tested with', () => {
  const owners = new Set(fixtures.map(({ owner }) => owner));
  expect([...owners]).toEqual(importers.map(({ id }) => id));
});

/** Milliseconds: thousands of documents are read below, perhaps on a machine that is busy with other things. */
const patience = 120_000;

/** A `possible` claim says only that nobody may know better. */
const isOwn = (claim: Claim) => claim === 'certain' || claim === 'likely';

describe.each(fixtures)('$owner/fixtures/$name', { timeout: patience }, ({ owner, name, path }) => {
  test('is claimed by its own importer and by no other', () => {
    const document = documentOf(textOf(path));
    const claims = importers.filter((importer) => isOwn(importer.claim(document))).map(({ id }) => id);
    expect(claims).toEqual([owner]);
  });

  test('yields sessions that satisfy the invariants', () => {
    const document = documentOf(textOf(path));
    const found = sessionsOf(document).flatMap((read) => [
      ...breaches(read, document.value),
      ...noteBreaches(read.session),
    ]);
    expect(found).toEqual([]);
  });

  test('has every source in its text', () => {
    const document = documentOf(textOf(path));
    const places = sessionsOf(document).flatMap(({ sources }) => pathsOf(sources));
    expect(places.filter((place) => document.locate(place) === null)).toEqual([]);
  });

  test('gives the same twice', () => {
    const text = textOf(path);
    const told = () => sessionsOf(documentOf(text)).map(({ session, sources }) => [session, placesIn(sources)]);
    expect(told()).toEqual(told());
  });

  test('is outlined as reviewed', async () => {
    const opened = openNow(textOf(path));
    if (!opened.ok) throw new Error(opened.problem.message);
    const titles = opened.value.entries.map(({ title }, index) => `session ${index}: ${title}\n`);
    const outlines = opened.value.entries.map((_, index) => {
      const session = openEntry(opened.value, index, systemOf);
      return session.ok ? outlineOf(session.value) : `${session.problem.message}\n`;
    });
    const outline = [titles.join(''), ...outlines].join('\n');
    await expect(outline).toMatchFileSnapshot(join(here, owner, 'fixtures', `${name}.outline.txt`));
  });

  test('cut off anywhere never throws', () => {
    const text = textOf(path);
    const cuts = Array.from({ length: 60 }, (_, index) => Math.floor((text.length * index) / 60));
    expect(cuts.flatMap((cut) => faultsOf(text.slice(0, cut)))).toEqual([]);
  });

  test('mutated gives a session or a problem', () => {
    const document = documentOf(textOf(path));
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const value = mutations.reduce(mutate, document.value);
        expect(faultsIn({ ...document, value })).toEqual([]);
      }),
      { seed: 20260520, numRuns: 200 },
    );
  });
});

/** For each event, its own place and those of what else it is made of. */
const placesIn = (sources: Sources) =>
  Array.from({ length: sources.length }, (_, event) => [sources.at(event), sources.also?.(event)]);

/** A text becomes sessions that keep the invariants, or a problem in words: anything else is a fault. */
function faultsOf(text: string): readonly string[] {
  const document = readDocument(text);
  return document.ok ? faultsIn(document.value) : silence(document.problem);
}

function faultsIn(document: Document): readonly string[] {
  const found = openDocument(document);
  if (!found.ok) return silence(found.problem);
  const { importer, entries } = found.value;
  return entries.slice(0, 3).flatMap((entry) => {
    const session = entry.open();
    if (!session.ok) return silence(session.problem);
    // What a session file holds is the system's to prove, when it is opened.
    return importer.id === 'session-file' && !isSound(session.value) ? [] : breaches(session.value, document.value);
  });
}

const silence = ({ code, message }: Problem): string[] => (/\S/.test(message) ? [] : [`${code} says nothing`]);

const isSound = ({ session }: ReadSession): boolean => systemOf(session.system).check(session).ok;
