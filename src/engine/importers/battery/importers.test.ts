import { describe, expect, test } from 'vitest';
import { toJson } from '../../model/json.ts';
import { contextAt } from '../../model/context-view.ts';
import { writeSessionFile } from '../../model/session-file.ts';
import { withSnapshot } from '../../model/snapshot-moment.ts';
import type { OpenText } from '../../opening/open-text.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import type { Document } from '../../readers/document.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures, readingOfText } from './testing.ts';
import type { Claim, Sources } from '../../importing/importer.ts';
import { breaches, noteBreaches, pathsOf } from './invariants.ts';
import { outlineOf } from './outline.ts';
import { importers } from '../registry.ts';

function documentOf(text: string): Document {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

function opened(text: string): OpenText {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

function sessionsIn(text: OpenText): OpenSession[] {
  return text.entries.map((_, index) => {
    const session = openEntry(text, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
}

test('every importer has real files as fixtures', () => {
  const owners = new Set(fixtures.map(({ owner }) => owner));
  expect([...owners]).toEqual(importers.map(({ id }) => id));
});

/** Milliseconds: the tests below read many documents, perhaps on a busy machine. */
const patience = 120_000;

/** The number of cuts of a file: fewer for a long one, because each cut is read. */
const cutsIn = (text: string) => Math.min(24, Math.max(8, Math.ceil(360_000 / text.length)));

/** A `possible` claim is only a fallback, for documents that no other importer recognises. */
const isOwn = (claim: Claim) => claim === 'certain' || claim === 'likely';

describe.each(fixtures)('$owner/fixtures/$name', { timeout: patience }, ({ owner, path, text }) => {
  test('is claimed only by its own importer', () => {
    const document = documentOf(text);
    const claims = importers.filter((importer) => isOwn(importer.claim(document))).map(({ id }) => id);
    expect(claims).toEqual([owner]);
  });

  test('gives sessions that satisfy the invariants', () => {
    const { document, entries } = opened(text);
    const found = entries.flatMap((entry) => {
      const read = entry.open();
      if (!read.ok) throw new Error(read.problem.message);
      return [...breaches(read.value, document.value), ...noteBreaches(read.value.session)];
    });
    expect(found).toEqual([]);
  });

  test('contains every source of its sessions', () => {
    const { document, ...rest } = opened(text);
    const places = sessionsIn({ document, ...rest }).flatMap(({ sources }) => pathsOf(sources));
    expect(places.filter((place) => document.locate(place) === null)).toEqual([]);
  });

  test('gives the same sessions when read twice', () => {
    const read = () => sessionsIn(opened(text)).map(({ session, sources }) => [session, placesIn(sources)]);
    expect(read()).toEqual(read());
  });

  test('has the same columns when opened in steps and at once', () => {
    for (const { session, system, history } of sessionsIn(opened(text))) {
      const atOnce = withSnapshot(system.history(session), session.events.length, system.unrecorded?.(session));
      expect(history).toEqual(atOnce);
    }
  });

  test('gives the same session after saving and opening again', () => {
    for (const session of sessionsIn(opened(text))) {
      const [again, ...others] = sessionsIn(opened(writeSessionFile({ ...session.session, notes: session.notes })));
      expect(others).toEqual([]);
      expect(again?.importer.id).toBe('session-file');
      expect(again && contentsOf(again)).toEqual(contentsOf(session));
    }
  });

  test('matches its reviewed outline', async () => {
    const open = opened(text);
    const titles = open.entries.map(({ title }, index) => `session ${index}: ${title}\n`);
    const outlines = open.entries.map((_, index) => {
      const session = openEntry(open, index, systemOf);
      return session.ok ? outlineOf(session.value) : `${session.problem.message}\n`;
    });
    const outline = [titles.join(''), ...outlines].join('\n');
    await expect(outline).toMatchFileSnapshot(`${path}.outline.txt`);
  });

  test('never throws when cut off anywhere', () => {
    const many = cutsIn(text);
    const cuts = Array.from({ length: many }, (_, index) => Math.floor((text.length * index) / many));
    expect(cuts.flatMap((cut) => readingOfText(text.slice(0, cut)).faults)).toEqual([]);
  });
});

/** For each event, its own place and the places of its other parts. */
const placesIn = (sources: Sources) =>
  Array.from({ length: sources.length }, (_, event) => [sources.at(event), sources.also?.(event)]);

/** Everything that a session shows, except its places in the text. */
function contentsOf(open: OpenSession) {
  const { session, history, notes, system } = open;
  const last = history.turns.length - 1;
  const decisions = decisionsOf(open);
  return {
    header: session.header,
    events: session.events,
    notes,
    history,
    context: toJson(contextAt(history, last, decisions)),
    state: toJson(system.stateAt(session, history, last, decisions)),
  };
}
