import { useDecisions, useRule, useSession } from '../../state/useSession.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import type { TurnRow } from '../../worker/protocol.ts';
import { addToPolicy } from '../addToPolicy.ts';
import { useAttachDeps } from '../sessionActions.ts';
import { copyAsItIs } from '../textsOut.ts';

interface RowAction {
  readonly title: string;
  /** Rejects with a `ProblemError`. */
  readonly run: () => Promise<void>;
}

/** A plan is that close before its last call. */
const lookBack = 200;

/** What can be done with a turn, in the order of its menu. */
export function useRowActions({ index: turn, kind, node, text }: TurnRow): readonly RowAction[] {
  const deps = useAttachDeps();
  const { engine, view, notify } = deps;
  const { showDialog, writeNote } = useNoticeActions();
  const { ref: session } = useSession();
  const decisions = useDecisions();
  const rule = useRule();
  const { moveCursor, openTab } = view.getState().actions;

  const copy = (copied: string | null) => copyAsItIs(deps, copied ?? '');
  const message: RowAction = {
    title: 'Copy the message',
    run: async () => copy((await engine.turnText({ session, turn, part: 'message', limit: Infinity }))?.text ?? null),
  };
  const call: RowAction = {
    title: 'Copy the call as JSON',
    run: async () => {
      const { invocation } = await engine.call({ session, turn, decisions });
      if (invocation !== null) await copy(callAsJson(invocation));
    },
  };
  const plan: RowAction = {
    title: 'Go to the turn that asked for it',
    run: async () => {
      const before = await engine.rows({ session, from: Math.max(0, turn - lookBack), to: turn });
      const asking = before.findLast((row) => row.kind === 'llm' && row.node === node);
      if (asking === undefined) notify('No turn of the model before this call is recorded.');
      else moveCursor(asking.index);
    },
  };
  return [
    ...(kind === 'capability' ? [call, plan] : text === null ? [] : [message]),
    {
      title: 'Test the rule at this turn',
      run: async () => {
        if (view.getState().policy !== null || (await addToPolicy(deps, session, rule))) showDialog('new-test');
      },
    },
    {
      title: 'Write a note…',
      run: async () => writeNote({ turn, path: null, isOnPath: false, note: null }),
    },
    {
      title: 'Show in the recording',
      run: async () => openTab('raw'),
    },
  ];
}

function callAsJson(call: {
  readonly function: string;
  readonly input: string | null;
  readonly output: string | null;
}): string {
  const inner = (json: string | null) => (json ?? 'null').replaceAll('\n', '\n  ');
  return `{\n  "name": ${JSON.stringify(call.function)},\n  "arguments": ${inner(call.input)},\n  "result": ${inner(call.output)}\n}`;
}
