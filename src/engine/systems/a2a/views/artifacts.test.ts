import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import type { Session } from '../../../model/session.ts';
import { valueAt, type RecordValue } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import { partValue } from '../context-fields.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { growing, historyOf } from '../history.ts';
import { a2a } from '../index.ts';
import { stateAfter } from '../state-at.ts';
import { anyCall } from '../testing.ts';
import { artifacts, type Artifacts } from './artifacts.ts';
import { ArtifactLog } from './artifact-log.ts';
import { eventsUpTo } from './position.ts';
import { sampled, scripted } from './testing.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

const at = (session: A2aSession, turn: number): Artifacts =>
  artifacts({ session, history: historyOf(session), turn, decisions: defaultDecisions });

/** The widest range of each list. */
const seen = (shown: Artifacts) => ({
  latest: shown.latest,
  rows: shown.list(0, shown.total + 5).map((row) => ({
    row,
    content: shown.content(row),
    chunks: shown.chunks(row, 0, row.chunks + 5),
  })),
});

const emit = (op: string, args: RecordValue): OperationCall => ({ op, args });
const anySession = fc.array(anyCall, { maxLength: 25 }).map(scripted);

describe('the artifacts of a task', () => {
  const translation = sampled('a2a-translate');
  const key = { task: 'task-1', id: 'translation' };

  it('grow chunk by chunk, in the stream before they are in storage', () => {
    expect(at(translation, 2)).toMatchObject({ total: 0, latest: null });
    expect(at(translation, 3).list(0, 9)).toEqual([
      {
        ...key,
        index: 0,
        name: null,
        chunks: 3,
        parts: 3,
        stored: 0,
        size: 21,
        firstTurn: 3,
        lastTurn: 3,
        here: 3,
        state: 'finished',
        place: null,
        growth: [6, 13, 21],
      },
    ]);
    const [row] = at(translation, 4).list(0, 9);
    expect(row).toMatchObject({ stored: 3, here: 0, lastTurn: 3 });
    const ctx = a2a.stateAt(translation, historyOf(translation), 4, defaultDecisions);
    expect(valueAt(ctx, [...(row?.place ?? []).slice(1), 'artifactId'])).toBe('translation');
  });

  it('of all tasks are listed, with the one that grew last', () => {
    const shown = at(translation, 6);
    expect([shown.total, shown.latest]).toEqual([2, 1]);
    expect(shown.list(1, 2)).toMatchObject([{ task: 'task-2', id: 'final-answer', here: 1, state: 'finished' }]);
    expect(shown.content({ task: 'task-2', id: 'translation' })).toBeNull();
  });

  it('read as one text, with the pieces of the current turn marked', () => {
    const pieces = (turn: number) => at(translation, turn).content(key)?.blocks;
    expect(pieces(3)).toEqual([
      { kind: 'text', mediaType: null, parts: 3, pieces: [{ text: 'Guten Morgen zusammen', isNew: true }] },
    ]);
    const session = scripted([
      emit('emit_text_artifact', { text: 'one ' }),
      emit('send_status', { message: 'on' }),
      emit('emit_text_artifact', { text: 'two', append: true }),
    ]);
    expect(at(session, 1).content({ task: 'task-1', id: 'answer' })?.blocks).toMatchObject([
      {
        parts: 2,
        pieces: [
          { text: 'one ', isNew: false },
          { text: 'two', isNew: true },
        ],
      },
    ]);
  });

  it('show data as JSON, files by name, type and size, and the description of the artifact', () => {
    const session = scripted([
      emit('emit_artifact', {
        artifact_id: 'r',
        name: 'Report',
        description: 'Of the year',
        metadata: { k: 1 },
        extensions: ['https://example.com/ext'],
        text: 'see',
        data: { rows: [1, 2.5, NaN] },
        file_bytes_base64: 'aGVsbG8=',
        filename: 'a.txt',
        media_type: 'text/plain',
        file_url: 'https://example.com/a.pdf',
      }),
    ]);
    const content = at(session, 0).content({ task: 'task-1', id: 'r' });
    expect(content).toMatchObject({ name: 'Report', description: 'Of the year', metadata: '{\n  "k": 1\n}' });
    expect(content?.extensions).toEqual(['https://example.com/ext']);
    expect(content?.blocks).toEqual([
      { kind: 'text', mediaType: 'text/plain', parts: 1, pieces: [{ text: 'see', isNew: true }] },
      expect.objectContaining({
        kind: 'data',
        json: '{\n  "rows": [\n    1,\n    2.5,\n    NaN\n  ]\n}',
        isCut: false,
      }),
      { kind: 'file', mediaType: 'text/plain', filename: 'a.txt', size: 5, url: null, isNew: true },
      {
        kind: 'file',
        mediaType: 'text/plain',
        filename: 'a.txt',
        size: null,
        url: 'https://example.com/a.pdf',
        isNew: true,
      },
    ]);
  });

  it('start over with a chunk that is not appended, and report it', () => {
    const session = scripted([
      emit('emit_text_artifact', { text: 'draft' }),
      emit('emit_text_artifact', { text: 'final', last_chunk: true }),
      emit('emit_text_artifact', { text: ' version', append: true }),
    ]);
    const shown = at(session, 0);
    const answer = { task: 'task-1', id: 'answer' };
    expect(shown.chunks(answer, 0, 9).map(({ how, isLast, size }) => [how, isLast, size])).toEqual([
      ['begun', false, 5],
      ['replaced', true, 5],
      ['appended', false, 8],
    ]);
    expect(shown.list(0, 1)).toMatchObject([{ parts: 2, size: 13, state: 'open', growth: [5, 5, 13] }]);
    expect(shown.content(answer)?.blocks).toMatchObject([{ pieces: [{ text: 'final version' }] }]);
  });

  it('without a last chunk are left open when the task is over', () => {
    const session = sampled('a2a-cancelled');
    const last = historyOf(session).turns.length - 1;
    expect(at(session, last).list(0, 1)).toMatchObject([{ id: 'report', state: 'left-open' }]);
  });

  it('of ten thousand chunks show the first and the last', () => {
    const calls = Array.from({ length: 10_000 }, (_, i) =>
      emit('emit_text_artifact', { text: `${i};`, append: i > 0 }),
    );
    const shown = at(scripted(calls), 0);
    const content = shown.content({ task: 'task-1', id: 'answer' });
    expect(content?.blocks).toHaveLength(2);
    expect(content?.hidden).toMatchObject({ before: 1 });
    const [head, tail] = content?.blocks ?? [];
    expect(head).toMatchObject({ pieces: [{ text: expect.stringMatching(/^0;1;/) }] });
    expect(tail).toMatchObject({ pieces: [{ text: expect.stringMatching(/;9998;9999;$/) }] });
    const parts = [head, tail].map((block) => (block?.kind === 'text' ? block.parts : 0));
    expect((parts[0] ?? 0) + (parts[1] ?? 0) + (content?.hidden?.parts ?? 0)).toBe(10_000);
    expect(shown.list(0, 1)[0]?.growth).toHaveLength(48);
  });
});

describe('of any session', () => {
  it('storage holds what the stream has shown once everything is written', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const history = historyOf(session);
        const state = stateAfter(session, session.events.length);
        const log = ArtifactLog.of(session, history);
        for (const { task, id, parts, stored, chunks } of at(session, history.turns.length - 1).list(0, 99)) {
          expect(stored).toBe(state.tasks.get(task)?.artifacts.get(id)?.parts.length ?? 0);
          const pending = [...state.turns].some((turn) => turn.task === task && turn.pending.length > 0);
          if (pending) continue;
          expect(stored).toBe(parts);
          const emissions = log.at(log.indexOf(task, id) ?? -1)?.emissions ?? [];
          const shown = emissions.slice(emissions[chunks - 1]?.base).flatMap(({ chunk }) => chunk.parts.map(partValue));
          const held = [...(state.tasks.get(task)?.artifacts.get(id)?.parts ?? [])].map(partValue);
          expect(shown).toEqual(held);
        }
      }),
    );
  });

  it('a turn shows nothing of later events', () => {
    fc.assert(
      fc.property(anySession, fc.nat(), (session, seed) => {
        const history = historyOf(session);
        const turn = (seed % (history.turns.length + 1)) - 1;
        const events = session.events.slice(0, eventsUpTo(history, session.events, turn));
        const cut: A2aSession = { ...session, events };
        expect(seen(at(session, turn))).toEqual(seen(at(cut, historyOf(cut).turns.length - 1)));
      }),
    );
  });

  it('a growing run is shown like its recording', () => {
    fc.assert(
      fc.property(anySession, ({ header, events }) => {
        const soFar: A2aEvent[] = [];
        const open: A2aSession = { system: 'a2a', header, events: soFar, notes: [] };
        const columns = growing(header);
        for (const event of events) {
          soFar.push(event);
          columns.add(event);
          const turn = columns.history.turns.length - 1;
          const shown = artifacts({ session: open, history: columns.history, turn, decisions: defaultDecisions });
          expect(seen(shown)).toEqual(seen(at({ ...open, events: [...soFar] }, turn)));
        }
      }),
      { numRuns: 40 },
    );
  });
});
