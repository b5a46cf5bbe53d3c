import { expect, test } from 'vitest';
import { Floor } from './floor.ts';

const actions: { readonly [letter: string]: string } = { n: 'generate_message', h: 'backchannel', s: 'keep_talking' };

/** A letter per tick: `s` speaks, `n` begins anew, `h` begins to hum along, a dot is silent. */
function said(user: string, agent: string): readonly string[] {
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
  ['a breath divides nothing', '.....', 'ss.ss', ['agent 0-4']],
  ['the other’s turn divides', '...s...', 'ss...ss', ['agent 0-1', 'user 3-3', 'agent 5-6']],
  ['a caller who cuts in is heard to do so', '..nss...', 'sss...ss', ['agent 0-2 cut', 'user 2-4', 'agent 6-7']],
  ['who falls silent before the caller begins was not cut short', '...ns', 'ss...', ['agent 0-1', 'user 3-4']],
  ['who goes on was not cut short', '..n..', 'sssss', ['agent 0-4', 'user 2-2']],
  ['humming along cuts nobody short', '..hs.', 'sss..', ['agent 0-2', 'user 2-3']],
  ['who begins anew without a pause says something new', 'nsns', '....', ['user 0-1', 'user 2-3']],
])('%s', (_, user, agent, expected) => {
  expect([...said(user, agent)].toSorted()).toEqual([...expected].toSorted());
});
