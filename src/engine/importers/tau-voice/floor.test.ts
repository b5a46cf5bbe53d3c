import { expect, test } from 'vitest';
import { Floor } from './floor.ts';

const actions: { readonly [letter: string]: string } = { n: 'generate_message', h: 'backchannel', s: 'keep_talking' };

/** One letter per tick: `s` speaks, `n` begins a new utterance, `h` begins a backchannel, a dot is silence. */
function utterancesOf(user: string, agent: string): readonly string[] {
  const floor = new Floor();
  for (let tick = 0; tick < user.length; tick++) {
    const action = actions[user.charAt(tick)];
    const turn_taking_action = { action: action ?? 'wait' };
    floor.hear('user', { contains_speech: action !== undefined, turn_taking_action }, tick, undefined, []);
    const contains_speech = agent.charAt(tick) === 's';
    floor.hear('agent', { contains_speech }, tick, undefined, []);
  }
  return floor.spoken.map(
    ({ utterance: { by, interrupted }, from, to }) => `${by} ${from}-${to}${interrupted ? ' cut' : ''}`,
  );
}

test.each<[string, string, string, readonly string[]]>([
  ['a short pause does not divide an utterance', '.....', 'ss.ss', ['agent 0-4']],
  ['a turn of the other side divides an utterance', '...s...', 'ss...ss', ['agent 0-1', 'user 3-3', 'agent 5-6']],
  ['a caller who cuts in interrupts the agent', '..nss...', 'sss...ss', ['agent 0-2 cut', 'user 2-4', 'agent 6-7']],
  ['an agent that stops before the caller begins is not interrupted', '...ns', 'ss...', ['agent 0-1', 'user 3-4']],
  ['an agent that continues to speak is not interrupted', '..n..', 'sssss', ['agent 0-4', 'user 2-2']],
  ['a backchannel does not interrupt the agent', '..hs.', 'sss..', ['agent 0-2', 'user 2-3']],
  ['a new message without a pause begins a new utterance', 'nsns', '....', ['user 0-1', 'user 2-3']],
])('%s', (_, user, agent, expected) => {
  expect([...utterancesOf(user, agent)].toSorted()).toEqual([...expected].toSorted());
});

/** As `create_initial_message` of `src/tau2/agent/discrete_time_audio_native_agent.py` writes it. */
test('a greeting that is only text is an utterance', () => {
  const floor = new Floor();
  const greeting = { content: 'Hi! How can I help you today?', is_audio: false, contains_speech: false };
  expect(floor.hear('agent', greeting, 0, undefined, [])?.texts).toEqual(['Hi! How can I help you today?']);
  expect(floor.hear('agent', { content: null, contains_speech: false }, 1, undefined, [])).toBeUndefined();
});
