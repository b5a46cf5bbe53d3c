import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unhurried } from '../../../../base/pace.ts';
import type { AgentFacts, LiveReport } from '../../../live-protocol.ts';
import { methods } from '../../../methods.ts';
import { RefundAgent, type Spoken } from '../../../../tools/live/a2a/testing.ts';

describe.each<Spoken>(['JSONRPC 1.0', 'JSONRPC 0.3', 'HTTP+JSON 1.0'])('an agent that speaks %s', (spoken) => {
  let agent: RefundAgent;
  let engine: ReturnType<typeof methods>;
  let source: string;
  beforeEach(async () => {
    agent = new RefundAgent({ spoken });
    await agent.start();
    engine = methods();
    source = await attached(agent.address);
  });
  afterEach(async () => {
    await engine.close({ source }, unhurried);
    agent.kill();
  });

  async function attached(address: string, isAgain = false): Promise<string> {
    const answer = await engine.attach({ to: { kind: 'a2a', address, isAgain }, name: 'refund agent' }, unhurried);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.source;
  }

  /** The first report that has what a test waits for. */
  async function until(isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
    for (let since = -1; ;) {
      const answer = await engine.follow({ source, since }, unhurried);
      if (!answer.ok) throw new Error(answer.problem.message);
      if (isIt(answer.value)) return answer.value;
      since = answer.value.number;
    }
  }

  const waitsFor = (what: AgentFacts['waitsFor']) => until((report) => report.agent?.waitsFor === what);

  const say = (text: string) => engine.askAgent({ source, request: { kind: 'message', text } }, unhurried);

  /** What was said, by whom, in the session as it is read from the records. */
  async function said(): Promise<readonly string[]> {
    const { records } = await until(({ records: arrived, readRecords }) => arrived === readRecords);
    const outline = await engine.openSession({ source, entry: 0 }, unhurried);
    if (!outline.ok) throw new Error(outline.problem.message);
    const rows = await engine.rows({ session: outline.value.ref, from: 0, to: records }, unhurried);
    return rows.ok ? rows.value.map(({ kind, label }) => `${kind}: ${label}`) : [];
  }

  test('a question of the agent is answered in its task, whose events arrive one by one', async () => {
    expect((await waitsFor('nothing')).agent).toMatchObject({ title: 'Refund agent', description: 'Refunds orders' });
    await say('Refund me');
    await waitsFor('answer');
    await say('Order 7');
    await until(({ agent: facts, records }) => facts?.waitsFor === 'agent' && records === 6);
    agent.steps.allow(2);
    expect(await waitsFor('nothing')).toMatchObject({ state: 'connected', trouble: null });
    expect(await said()).toEqual([
      'input: Refund me',
      'llm: Which order?',
      'input: Order 7',
      'llm: I look the order up.',
      'llm: It can be refunded.',
      'llm: Refunded.',
    ]);
  });

  test('a conversation that its worker has lost is said to be lost, until another one begins', async () => {
    await engine.close({ source }, unhurried);
    source = await attached(agent.address, true);
    expect(await waitsFor('nothing')).toMatchObject({ state: 'interrupted', trouble: expect.stringContaining('lost') });
    await say('Refund me');
    expect(await waitsFor('answer')).toMatchObject({ state: 'connected', trouble: null });
  });

  test('a further message begins another task of the same conversation', async () => {
    agent.steps.allow(2);
    await waitsFor('nothing');
    for (const text of ['Refund me', 'Order 7', 'Another one']) {
      await say(text);
      await waitsFor('agent');
      await until(({ agent: facts }) => facts?.waitsFor !== 'agent');
    }
    const { opened } = await until(({ records, readRecords }) => records === readRecords);
    expect(opened?.sessions).toHaveLength(1);
    expect((await said()).slice(-2)).toEqual(['input: Another one', 'llm: Which order?']);
  });

  test('a task that runs can be cancelled', async () => {
    await waitsFor('nothing');
    await say('Refund me');
    await waitsFor('answer');
    await say('Order 7');
    await until(({ records }) => records === 6);
    await engine.askAgent({ source, request: { kind: 'cancel' } }, unhurried);
    await waitsFor('nothing');
    expect((await said()).at(-1)).toBe('llm: Not refunded.');
  });

  test('a stream that breaks is resumed, and nothing is lost or doubled', async () => {
    await waitsFor('nothing');
    await say('Refund me');
    await waitsFor('answer');
    await say('Order 7');
    await until(({ records }) => records === 6);
    agent.breakConnections();
    await until(({ state }) => state === 'interrupted');
    agent.steps.allow();
    await until(({ state }) => state === 'connected');
    agent.steps.allow();
    await waitsFor('nothing');
    expect((await said()).slice(2)).toEqual([
      'input: Order 7',
      'llm: I look the order up.',
      'llm: It can be refunded.',
      'llm: Refunded.',
    ]);
  });

  test('an agent that was killed is named as the reason; restarted, it has lost its tasks and the user begins anew', async () => {
    await waitsFor('nothing');
    await say('Refund me');
    await waitsFor('answer');
    await say('Order 7');
    await until(({ records }) => records === 6);
    agent.kill();
    expect((await until(({ trouble }) => trouble !== null)).trouble).toMatch(/^Nothing answers at 127\.0\.0\.1:\d+\./);
    await agent.start();
    await until(
      ({ trouble, agent: facts }) => trouble?.startsWith('The agent refuses') === true && facts?.waitsFor === 'nothing',
    );
    await say('Refund me');
    await waitsFor('answer');
    expect((await said()).at(-1)).toBe('llm: Which order?');
  });

  test('an agent without streams answers as a whole', async () => {
    await engine.close({ source }, unhurried);
    agent.kill();
    agent = new RefundAgent({ streaming: false, spoken });
    await agent.start();
    source = await attached(`${agent.address}/.well-known/agent-card.json`);
    await waitsFor('nothing');
    await say('Refund me');
    await waitsFor('answer');
    expect(await said()).toEqual(['input: Refund me', 'llm: Which order?']);
  });

  test('an agent that is not there yet is connected to when it is', async () => {
    await engine.close({ source }, unhurried);
    agent.kill();
    source = await attached(agent.address);
    expect(await engine.askAgent({ source, request: { kind: 'cancel' } }, unhurried)).toMatchObject({
      ok: false,
      problem: { code: 'live/no-agent' },
    });
    await until(({ trouble }) => trouble?.startsWith('Nothing answers') === true);
    await agent.start();
    await waitsFor('nothing');
    expect((await until(({ state }) => state === 'waiting')).trouble).toBeNull();
  });
});
