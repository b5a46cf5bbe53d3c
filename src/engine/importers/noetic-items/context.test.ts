import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contextAt } from '../../model/context-view.ts';
import { toJson } from '../../model/json.ts';
import { materialise } from '../../model/materialise.ts';
import { writeSessionFile } from '../../model/session-file.ts';
import { entry, isMap, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { verdictAt } from '../../rules/verdict-at.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string): OpenSession {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  const session = openEntry(found.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const written = JSON.parse(fixture('composed-context.json')) as RecordValue; // the fixture is an object

/** The value of `ctx` in rules after a turn. */
function ctxAt(session: OpenSession, turn: number): Value {
  return session.system.stateAt(session.session, session.history, turn, decisionsOf(session));
}

const fieldAt = (session: OpenSession, turn: number, name: string): Value | undefined => {
  const ctx = ctxAt(session, turn);
  return isMap(ctx) ? entry(ctx, name) : undefined;
};

/** The documented properties of the fixture, without the log, which has its own test. */
const { itemLog, ...properties } = written;

const spellings: readonly (readonly [string, string])[] = [
  ['JSON', fixture('composed-context.json')],
  ['JSON with the items as itemLog', JSON.stringify({ ...written, itemLog: itemsOf(itemLog) })],
  ['util.inspect', fixture('composed-context.inspect.txt')],
];

function itemsOf(log: Value | undefined): unknown {
  return log !== undefined && isMap(log) ? entry(log, 'items') : undefined;
}

describe.each(spellings)('a Context as %s', (_, text) => {
  const session = opened(text);
  const last = session.history.turns.length - 1;

  test.each(Object.keys(properties))('%s is under ctx after the last item', (name) => {
    const value = fieldAt(session, last, name);
    expect(JSON.parse(JSON.stringify(value === undefined ? 'nothing' : materialise(value)))).toEqual(properties[name]);
  });

  test('its log becomes one turn per item', () => {
    const log = fieldAt(session, last, 'itemLog');
    expect(log !== undefined && isMap(log) && materialise(entry(log, 'items') ?? null)).toEqual(itemsOf(itemLog));
    expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  });

  test.each(['stepCount', 'tokens', 'cost', 'state', 'memory', 'completed', 'completionValue', 'lastStepMeta'])(
    '%s is unknown before the last turn',
    (name) => {
      expect(fieldAt(session, last - 1, name)).toBeInstanceOf(Unknown);
    },
  );

  test('fields that an execution never changes are known from the first turn', () => {
    expect(fieldAt(session, 0, 'threadId')).toBe('thread-9');
    expect(fieldAt(session, 0, 'depth')).toBe(0);
    expect(fieldAt(session, 0, 'parent')).toBe(null);
  });

  test('the token sums reach the task context at the end, and are unknown after the first model call', () => {
    const tokens = (turn: number) => {
      const llm = contextAt(session.history, turn, decisionsOf(session)).get('llm');
      return toJson((llm !== undefined && isMap(llm) && entry(llm, 'tokens')) || null);
    };
    expect(JSON.parse(tokens(last))).toEqual({ total: 1540, prompt: 1200, completion: 340 });
    expect(tokens(1)).toContain('unknown');
  });

  test('a saved and reopened session shows the same context at every turn', () => {
    const again = opened(writeSessionFile({ ...session.session, notes: session.notes }));
    for (let turn = -1; turn <= last; turn++) {
      expect(materialise(ctxAt(again, turn))).toEqual(materialise(ctxAt(session, turn)));
    }
  });
});

test('properties that an export omits because they are undefined are absent at its end, not unknown', () => {
  const { resourceId: _resource, completionValue: _value, ...rest } = written;
  const session = opened(JSON.stringify({ ...rest, completed: false }));
  const last = session.history.turns.length - 1;
  expect(fieldAt(session, last, 'resourceId')).toBeUndefined();
  expect(fieldAt(session, last, 'completionValue')).toBeUndefined();
});

test('with several calls, the usage of the last call is read from the last step’s record, with or without token sums', () => {
  const { tokens, ...rest } = written;
  for (const context of [rest, { ...rest, tokens: tokens ?? null }]) {
    const { session, sources } = opened(JSON.stringify(context));
    const index = session.events.findIndex((event) => toJson(event as Value).includes('usage-accounted')); // plain data
    expect(sources.at(index)).toEqual(['lastStepMeta', 'usage']);
  }
});

test('a Context of a spawned agent keeps its parent and depth at every turn', () => {
  const session = opened(JSON.stringify({ ...written, depth: 2, parent: { id: 'p', depth: 1 } }));
  expect(fieldAt(session, 0, 'depth')).toBe(2);
  expect(fieldAt(session, 0, 'parent')).toEqual({ id: 'p', depth: 1 });
});

test('undocumented properties are kept, including `__proto__`', () => {
  const text = fixture('composed-context.json').replace('"depth":0', '"depth":0,"mine":[1],"__proto__":{"x":1}');
  const session = opened(text);
  const last = session.history.turns.length - 1;
  expect(fieldAt(session, last, 'mine')).toEqual([1]);
  expect(fieldAt(session, last, '__proto__')).toEqual({ x: 1 });
  expect(({} as RecordValue)['x']).toBeUndefined(); // the file must not change the prototype of objects
});

describe('a Context whose log was not printed', () => {
  const session = opened(fixture('composed-context-not-printed-whole.inspect.txt'));

  test('is one snapshot turn with known fields and unknown items', () => {
    expect(session.history.turns.map(({ kind }) => kind)).toEqual(['snapshot']);
    expect(fieldAt(session, 0, 'stepCount')).toBe(3);
    expect(fieldAt(session, 0, 'itemLog')).toBeInstanceOf(Unknown);
    expect(contextAt(session.history, 0, decisionsOf(session)).get('input')).toBeInstanceOf(Unknown);
  });
});

test('the views of layers and items show the exported values and mark unrecorded ones', () => {
  const viewsOf = (session: OpenSession, turn: number) => {
    const at = { session: session.session, history: session.history, turn, decisions: decisionsOf(session) };
    return {
      layers: session.system.views.layers?.(at, { node: null, call: null }),
      items: session.system.views.itemLog?.(at, { node: null, kind: null, from: 0, to: 9, open: null }),
    };
  };
  const whole = opened(fixture('composed-context.json'));
  const last = whole.history.turns.length - 1;
  expect(viewsOf(whole, last).layers?.layers).toMatchObject([{ id: 'working-memory', isProvidedOnly: true }]);
  expect(viewsOf(whole, last - 1).layers).toMatchObject({ layers: [], areUnrecorded: true });
  expect(viewsOf(whole, last).items).toMatchObject({ total: 4, isUnrecorded: false });
  const bare = opened(fixture('composed-context-not-printed-whole.inspect.txt'));
  expect(viewsOf(bare, 0).items).toMatchObject({ total: 0, isUnrecorded: true });
});

describe('the tokens of a checkpoint, which holds none', () => {
  const user = { id: 'item-1', status: 'completed', type: 'message', role: 'user', content: [] };
  const session = opened(JSON.stringify({ schemaVersion: 2, executionId: 'exec-1', itemLog: { items: [user] } }));

  test.each(['context.llm.tokens.total == 0', 'context.llm.tokens.prompt == 0', 'ctx.tokens.total == 0'])(
    'are unknown at its last turn, also where no model call was made: %s',
    (expression) => {
      expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input']);
      const rule = { expression, hook: 'turn', match: null } as const;
      expect(verdictAt(session, rule, 0, decisionsOf(session)).verdict).toBe('unknown');
    },
  );
});
