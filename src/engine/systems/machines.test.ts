import { describe, expect, it } from 'vitest';
import { toJson } from '../model/json.ts';
import { materialise } from '../model/materialise.ts';
import type { Value } from '../model/value.ts';
import { json } from '../readers/json/index.ts';
import { a2aMachine } from './a2a/index.ts';
import { a2aTesting } from './a2a/testing.ts';
import { adkMachine } from './adk/machine.ts';
import { adkTesting } from './adk/testing.ts';
import type { Machine } from './machine.ts';
import { noeticMachine } from './noetic/machine.ts';
import { noeticTesting } from './noetic/testing.ts';
import { taskMachine } from './task/running/machine.ts';
import { taskTesting } from './task/testing.ts';
import { deepFreeze, run, type MachineTesting } from './testing.ts';
import { voiceMachine } from './voice/machine.ts';
import { voiceTesting } from './voice/testing.ts';

battery('task', taskMachine, taskTesting);
battery('a2a', a2aMachine, a2aTesting);
battery('noetic', noeticMachine, noeticTesting);
battery('adk', adkMachine, adkTesting);
battery('voice', voiceMachine, voiceTesting);

/** The same tests for every machine; a machine provides scripts, no test code. */
function battery<State, Event extends { readonly type: string }>(
  name: string,
  machine: Machine<State, Event>,
  { scripts, forbidden }: MachineTesting,
): void {
  const snapshotOf = (state: State) => materialise(machine.toSnapshot(state));
  const replayed = (start: State, events: readonly Event[]) => snapshotOf(events.reduce(machine.apply, start));

  describe(`the machine of ${name}`, () => {
    it('calls only what it describes, and each of its operations in some script', () => {
      const described = machine.operations.map((operation) => operation.name);
      const called = [...scripts, ...forbidden].flatMap(({ calls }) => calls.map(({ op }) => op));
      expect(new Set([...called, ...forbidden.map(({ call }) => call.op)])).toEqual(new Set(described));
      expect(new Set(described).size).toBe(described.length);
    });

    it('describes every operation and parameter in a sentence', () => {
      const abouts = machine.operations.flatMap(({ about, parameters }) => [about, ...parameters.map((p) => p.about)]);
      for (const about of abouts) expect(about).toMatch(/[.!?]$/);
    });

    it('refuses an operation that it does not have', () => {
      const [script] = scripts;
      const { states } = run(machine, { given: script?.given ?? {}, calls: [] });
      for (const state of states) expect(machine.decide(state, { op: 'toString', args: {} }).kind).toBe('refused');
    });

    describe.each(scripts.map((script) => [script.title, script] as const))('%s', (_title, script) => {
      it('gives the same events and states each time', () => {
        const [once, twice] = [run(machine, script), run(machine, script)];
        expect(twice.events).toEqual(once.events);
        expect(twice.states.map(snapshotOf)).toEqual(once.states.map(snapshotOf));
      });

      it('changes no earlier state and no earlier event', () => {
        const loose = run(machine, script);
        const frozen = run(machine, script, deepFreeze);
        expect(frozen.events).toEqual(loose.events);
        expect(frozen.states.map(snapshotOf)).toEqual(loose.states.map(snapshotOf));
      });

      it('can be replayed from its events, also after they were written to a file', () => {
        const { states, events } = run(machine, script);
        const [start, end] = [states[0], states.at(-1)];
        if (start === undefined || end === undefined) throw new Error('a run has a start');
        expect(replayed(start, events)).toEqual(snapshotOf(end));
        expect(replayed(start, events.map(fromFile<Event>))).toEqual(snapshotOf(end));
      });

      it('has a snapshot at each moment that can be restored unchanged', () => {
        for (const state of run(machine, script).states) {
          const snapshot = snapshotOf(state);
          const read = machine.fromSnapshot(snapshot);
          if (!read.ok) throw new Error(read.problem.message);
          expect(snapshotOf(read.value)).toEqual(snapshot);
        }
      });

      it('continues from any earlier moment with the same result', () => {
        const { states } = run(machine, script);
        for (const [index, state] of states.entries()) {
          const rest = script.calls.slice(index).reduce((now, call) => {
            const decided = machine.decide(now, call);
            return ('events' in decided ? decided.events : []).reduce(machine.apply, now);
          }, state);
          expect(snapshotOf(rest)).toEqual(snapshotOf(states.at(-1) ?? state));
        }
      });
    });

    it.each(forbidden.map((one) => [one.call.op, one.title, one] as const))(
      'does not let %s happen when %s',
      (_op, _title, { given, calls, call, kind }) => {
        const { states } = run(machine, { given, calls }, deepFreeze);
        const state = states.at(-1);
        if (state === undefined) throw new Error('a run has a start');
        const before = snapshotOf(state);
        const decided = machine.decide(state, call);
        expect(decided.kind === 'refused' ? decided.error.kind : decided.kind).toBe(kind);
        expect(snapshotOf(state)).toEqual(before);
      },
    );
  });
}

function fromFile<Event>(event: Event): Event {
  // An event is plain data, so the reader returns what was written.
  const document = json.read(toJson(event as Value, { nonFinite: 'bare' }));
  if (!document.ok) throw new Error(document.problem.message);
  return document.value.value as Event;
}
