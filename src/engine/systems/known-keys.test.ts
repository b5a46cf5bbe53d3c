import { describe, expect, it } from 'vitest';
import type { SystemId } from '../model/session.ts';
import type { RecordValue, Value } from '../model/value.ts';
import { Run } from '../runs/run.ts';
import { runOf } from '../runs/script.ts';
import { checkGiven } from './known-keys.ts';
import type { OperationCall } from './machine.ts';
import { systems } from './registry.ts';
import { systemOf } from './systems.ts';
import { vectorSystems } from './vector-systems.ts';
import { runScript, runVector } from './vectors.ts';

const context: RecordValue = { session_id: 's', agent_name: 'a' };
const startOf = (id: SystemId): RecordValue => (id === 'adk' ? { context } : {});

const problemOf = (id: SystemId, given: RecordValue, args: RecordValue = {}) => {
  const run = Run.start(systemOf(id), given, [{ op: 'x', args }]);
  const script = runScript(vectorSystems[id], { given, do: [{ op: 'x', args }] });
  const [asRun, asScript] = [run.ok ? null : run.problem.message, script.ok ? null : script.problem.message];
  expect(asScript).toBe(asRun);
  return asRun;
};

describe.each(systems.map(({ id }) => id))('the start of %s', (id) => {
  it('refuses an unknown key and names the known ones', () => {
    const [first = ''] = Object.keys(systemOf(id).known);
    expect(problemOf(id, { ...startOf(id), nonsense: 1 })).toMatch(/^“given” has no “nonsense”\. It takes .*\.$/);
    expect(problemOf(id, { ...startOf(id), [`${first}x`]: 1 })).toContain(`Did you mean “${first}”?`);
    expect(problemOf(id, { ...startOf(id), ['__proto__x']: 1 })).toContain('“__proto__x”');
    expect(problemOf(id, startOf(id))).toBeNull();
  });

  it('accepts keys of the author that calls refer to', () => {
    const shared: Value = { list: [1] };
    expect(problemOf(id, { ...startOf(id), shared }, { value: [{ $ref: 'given.shared.list' }] })).toBeNull();
    expect(problemOf(id, { ...startOf(id), shared }, { target: 'given.shared.list' })).toBeNull();
    expect(problemOf(id, { ...startOf(id), shared }, { value: 'given.other' })).toContain('“shared”');
  });

  it('fails a vector with such a key and reports the sentence', () => {
    const vector = { id: 'v', given: { ...startOf(id), nonsense: 1 }, do: [], expect: {} };
    expect(runVector(vectorSystems[id], vector)).toMatchObject([
      { id: 'v', where: 'given', got: expect.stringContaining('nonsense') as unknown },
    ]);
    expect(runVector(vectorSystems[id], { ...vector, expect: { state: { 'given.nonsense': 1 } } })).toEqual([]);
  });
});

describe.each(systems.map(({ id }) => id))('a script of %s', (id) => {
  const system = systemOf(id);
  const [operation] = system.machine.operations.filter(({ parameters }) => parameters.length > 0);
  const parameter = operation?.parameters[0]?.name ?? '';

  it('is refused with an argument that its operation does not have, as in the console', async () => {
    expect.assert(operation !== undefined);
    const known = { op: operation.name, args: { [parameter]: 'x' } };
    const misspelt = { op: operation.name, args: { [`${parameter}x`]: 'x' } };
    const problemOf = async (calls: readonly OperationCall[]) => {
      const run = await runOf({ system: id, given: startOf(id), do: calls }, system);
      const script = runScript(vectorSystems[id], { given: startOf(id), do: calls });
      const [asRun, asScript] = [run.ok ? null : run.problem.message, script.ok ? null : script.problem.message];
      expect(asScript).toBe(asRun);
      return asRun;
    };
    expect(await problemOf([known])).toBeNull();
    const message = await problemOf([known, misspelt]);
    expect(message).toContain(`“do[1]: ${operation.name}()” has no “${parameter}x”. Did you mean “${parameter}”?`);
    expect(await problemOf([known, { op: 'let', args: { value: 1, written: '1' } }])).toBeNull();
    expect(await problemOf([{ op: operation.name, args: { ['__proto__x']: 1 } }])).toContain('“__proto__x”');
  });
});

it('the keys inside known parts of the start are checked as well', () => {
  expect(checkGiven({ nonsense: 1 }, { context: null })).toMatchObject({ problem: { code: 'run/unknown-key' } });
  expect(problemOf('task', { limits: { max_turn: 3 } })).toBe(
    '“given.limits” has no “max_turn”. Did you mean “max_turns”? It takes max_turns, max_prompt_tokens, max_completion_tokens, max_tool_calls and max_age.',
  );
  expect(problemOf('noetic', { context: { threadid: 't' } })).toContain('Did you mean “threadId”?');
});
