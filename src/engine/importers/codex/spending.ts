import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';

/**
 * What a model answer cost is written behind it, often behind the results of its calls as well: an answer, and what
 * follows it, is held until the next one begins.
 */
export interface SpendingMatcher extends CallMatcher {
  /** Of the latest answer; false where there is none that it could be of. */
  spent(tokens: RecordedTokens): boolean;
}

type Turn = Parameters<CallMatcher['addModelTurn']>;

export function createSpending(matcher: CallMatcher): SpendingMatcher {
  let held: Turn | undefined;
  let later: (() => void)[] = [];
  const release = () => {
    if (held !== undefined) matcher.addModelTurn(...held);
    held = undefined;
    for (const act of later) act();
    later = [];
  };
  const afterwards = (act: () => void) => {
    if (held === undefined) act();
    else later.push(act);
  };
  return {
    addInput(said) {
      release();
      matcher.addInput(said);
    },
    addModelTurn(...turn) {
      release();
      held = turn;
    },
    addCall: (call) => afterwards(() => matcher.addCall(call)),
    addTask: (task) => afterwards(() => matcher.addTask(task)),
    addTotals: (tokens, place) => afterwards(() => matcher.addTotals(tokens, place)),
    addState: (stated) => afterwards(() => matcher.addState(stated)),
    hasOpenCall(mark) {
      release();
      return matcher.hasOpenCall(mark);
    },
    replaceInput(call) {
      release();
      return matcher.replaceInput(call);
    },
    addResult: (mark, result) => afterwards(() => matcher.addResult(mark, result)),
    spent(tokens) {
      if (held === undefined || held[0].tokens !== undefined) return false;
      const [turn, ...rest] = held;
      held = [{ ...turn, tokens }, ...rest];
      return true;
    },
    entries() {
      release();
      return matcher.entries();
    },
  };
}
