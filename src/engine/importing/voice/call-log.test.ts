import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../systems/voice/event.ts';
import { createCallLog, paramsOf } from './call-log.ts';
import { createImportReport } from '../import-report.ts';

const start = () => {
  const report = createImportReport();
  const log = createCallLog(report);
  const ended = () => {
    const { session, sources } = log.session({ title: 't' });
    const events = session.events as readonly CallEvent[]; // as they were added
    return {
      events: events.map((event) => {
        if (event.type === 'tool-called') return `${event.tool ?? ''}(${Object.keys(event.params).join()})`;
        return event.type === 'tool-ended' ? `${event.outcome} ${String(event.output)}` : event.type;
      }),
      places: events.map((_, index) => sources.at(index)?.join('.')),
      codes: session.notes.map(({ code }) => code),
      all: events,
    };
  };
  return {
    log,
    ended,
    call: (tool: string, id?: string, at?: string) =>
      log.called({ id, tool, params: {}, at, place: ['call', id ?? tool] }),
    result: (output: string, { id, tool, at }: { id?: string; tool?: string; at?: string }) =>
      log.returned({ id, tool, outcome: 'ok', output, at, place: ['result', output] }),
  };
};

describe('tool calls of a phone call', () => {
  test('get their results by id, despite other events in between, and each result directly follows its call', () => {
    const { log, call, result, ended } = start();
    call('find', 'c1');
    call('book', 'c2');
    log.add({ type: 'user-spoke', text: 'well?' }, ['said']);
    result('two', { id: 'c2' });
    result('one', { id: 'c1' });
    const { events, places, codes } = ended();
    expect(events).toEqual(['find()', 'ok one', 'book()', 'ok two', 'user-spoke']);
    expect(places).toEqual(['call.c1', 'result.one', 'call.c2', 'result.two', 'said']);
    expect(codes).toEqual([]);
  });

  test('without ids get them by name and in order, with a note if the match is ambiguous', () => {
    const { call, result, ended } = start();
    call('find');
    call('book');
    call('find');
    result('booked', { tool: 'book' });
    result('first', { tool: 'find' });
    const { events, codes } = ended();
    expect(events).toEqual(['find()', 'ok first', 'book()', 'ok booked', 'find()']);
    expect(codes).toEqual(['import/paired-by-order', 'import/no-result']);
  });

  test('do not get a result that names another call', () => {
    const { call, result, ended } = start();
    call('find', 'c1');
    result('lost', { id: 'c9' });
    result('known by name', { id: 'c8', tool: 'find' });
    const { events, codes } = ended();
    expect(events).toEqual(['find()', 'find()', 'ok known by name']);
    expect(codes).toEqual(['import/result-without-call', 'import/call-not-recorded', 'import/no-result']);
  });

  test('whose id is used twice are answered in turn', () => {
    const { call, result, ended } = start();
    call('find', 'c1');
    result('one', { id: 'c1' });
    call('find', 'c1');
    result('two', { id: 'c1' });
    expect(ended().events).toEqual(['find()', 'ok one', 'find()', 'ok two']);
  });

  test('are found in time among many that were never answered', () => {
    const { call, result, ended } = start();
    for (let i = 0; i < 50_000; i++) call('find', `never-${i}`);
    for (let i = 0; i < 50_000; i++) {
      call('book', `c${i}`);
      result('ok', { id: `c${i}` });
    }
    expect(ended().events).toHaveLength(150_000);
  });

  test('take the time between call and result; if clocks disagree, the time is unknown', () => {
    const { call, result, ended } = start();
    call('find', 'c1', '2026-05-20T10:00:00Z');
    result('one', { id: 'c1', at: '2026-05-20T10:00:00.250Z' });
    call('book', 'c2', '2026-05-20T10:00:00Z');
    result('two', { id: 'c2', at: '2026-05-20T09:59:59Z' });
    const [, one, , two] = ended().all;
    expect(one).toMatchObject({ took_ms: 250 });
    expect(two).not.toHaveProperty('took_ms');
  });

  test('a repeated result is read once, and a different result for the same call is also shown', () => {
    const { call, result, ended } = start();
    call('find', 'c1');
    result('one', { id: 'c1' });
    result('one', { id: 'c1' });
    expect(ended()).toMatchObject({ events: ['find()', 'ok one'], codes: ['import/result-again'] });
    result('other', { id: 'c1' });
    expect(ended().events).toEqual(['find()', 'ok one', 'find()', 'ok other']);
  });

  test('an empty id matches no call: the tool’s name decides', () => {
    const { call, result, ended } = start();
    call('find', '');
    call('book', '');
    result('two', { id: '', tool: 'book' });
    result('one', { id: '', tool: 'find' });
    expect(ended().events).toEqual(['find()', 'ok one', 'book()', 'ok two']);
  });
});

test('an interruption belongs to the agent’s last utterance', () => {
  const { log, ended } = start();
  log.interrupted();
  log.add({ type: 'agent-spoke', text: 'one' }, null);
  log.add({ type: 'agent-spoke', text: 'two' }, null);
  log.add({ type: 'user-spoke', text: 'stop' }, null);
  log.interrupted();
  expect(ended().all).toMatchObject([{ text: 'one' }, { text: 'two', interrupted: true }, { text: 'stop' }]);
});

test('arguments without names are kept under one', () => {
  const report = createImportReport();
  expect(paramsOf('find it', [], report)).toEqual({ arguments: 'find it' });
  expect(paramsOf(null, [], report)).toEqual({});
  expect(paramsOf({ a: 1 }, [], report)).toEqual({ a: 1 });
  expect(report.notes().map(({ code }) => code)).toEqual(['import/params']);
});
