import { unhurried } from '../../../base/pace.ts';
import type { GivenTexts } from '../../model/decisions.ts';
import type { PolicyOutcome } from '../../model/verdict.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { decisionsUnder } from '../declared.ts';
import { replay } from '../replay.ts';
import { policyOf } from '../testing.ts';

/** Two calls, of which the first is at turn 1. */
export const twoCalls = openSessionOf(`
  user:  please
  echo({"text": "a"}) -> {"ok": true}
  add({"a": 1}) -> {"sum": 1}
  agent: done
`);

/** The outcomes at the turns where a policy runs. Turn by turn in order, and asked for one turn afterwards, they must be the same. */
export async function outcomes(
  text: string,
  given: GivenTexts = {},
  session: OpenSession = twoCalls,
): Promise<readonly PolicyOutcome[]> {
  const policy = policyOf(text);
  const replayed = await replay(session, policy, decisionsUnder(policy, session, given), unhurried);
  const all = session.history.turns.map(({ index }) => replayed.turnAt(index).outcome);
  const { counts } = replayed.replay;
  for (const outcome of ['pass', 'block', 'unknown'] as const) {
    const found = all.filter((one) => one === outcome).length;
    if (counts[outcome] !== found) throw new Error(`${counts[outcome]} ${outcome} in order, and ${found} one by one`);
  }
  return all.filter((outcome) => outcome !== 'none');
}
