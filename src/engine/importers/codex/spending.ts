import type { Pairing } from '../../importing/transcript/pairing.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';

/**
 * What a model answer cost is written behind it, often behind the results of its calls as well: an answer, and what
 * follows it, is held until the next one begins.
 */
export interface SpendingPairing extends Pairing {
  /** Of the latest answer; false where there is none that it could be of. */
  spent(tokens: Tokens): boolean;
}

type Turn = Parameters<Pairing['generated']>;

export function createSpending(pairing: Pairing): SpendingPairing {
  let held: Turn | undefined;
  let later: (() => void)[] = [];
  const release = () => {
    if (held !== undefined) pairing.generated(...held);
    held = undefined;
    for (const act of later) act();
    later = [];
  };
  const afterwards = (act: () => void) => {
    if (held === undefined) act();
    else later.push(act);
  };
  return {
    said(said) {
      release();
      pairing.said(said);
    },
    generated(...turn) {
      release();
      held = turn;
    },
    called: (call) => afterwards(() => pairing.called(call)),
    delegated: (task) => afterwards(() => pairing.delegated(task)),
    totalled: (tokens, place) => afterwards(() => pairing.totalled(tokens, place)),
    stated: (stated) => afterwards(() => pairing.stated(stated)),
    awaits(mark) {
      release();
      return pairing.awaits(mark);
    },
    regiven(call) {
      release();
      return pairing.regiven(call);
    },
    result: (mark, result) => afterwards(() => pairing.result(mark, result)),
    spent(tokens) {
      if (held === undefined || held[0].tokens !== undefined) return false;
      const [turn, ...rest] = held;
      held = [{ ...turn, tokens }, ...rest];
      return true;
    },
    steps() {
      release();
      return pairing.steps();
    },
  };
}
