import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';

/**
 * Codex writes the tokens of a model answer after the answer, often after the results of its calls too. An answer and the
 * entries after it are therefore delayed until the next answer begins.
 */
export interface SpendingMatcher extends CallMatcher {
  /** Sets the tokens of the latest answer; returns false if there is no answer without tokens. */
  spent(tokens: RecordedTokens): boolean;
}

type Turn = Parameters<CallMatcher['addModelTurn']>;

export function createSpending(matcher: CallMatcher): SpendingMatcher {
  let pending: Turn | undefined;
  let later: (() => void)[] = [];
  const release = () => {
    if (pending !== undefined) matcher.addModelTurn(...pending);
    pending = undefined;
    for (const act of later) act();
    later = [];
  };
  const afterwards = (act: () => void) => {
    if (pending === undefined) act();
    else later.push(act);
  };
  return {
    addInput(input) {
      release();
      matcher.addInput(input);
    },
    addModelTurn(...turn) {
      release();
      pending = turn;
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
      if (pending === undefined || pending[0].tokens !== undefined) return false;
      const [turn, ...rest] = pending;
      pending = [{ ...turn, tokens }, ...rest];
      return true;
    },
    entries() {
      release();
      return matcher.entries();
    },
  };
}
