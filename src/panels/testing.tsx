import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { inProcessEngine } from '../services/engine/testing.ts';
import { EngineContext } from '../services/engine/useEngine.ts';
import type { Keeping } from '../services/keeping/keeping.ts';
import { followKept } from '../services/keeping/queries.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { KeepingContext } from '../services/keeping/useKeeping.ts';
import { createNoticeStore, type NoticeStore } from '../state/notices.ts';
import { NoticeContext } from '../state/useNotices.ts';
import { SessionContext } from '../state/useSession.ts';
import { ViewContext } from '../state/useView.ts';
import type { View, ViewStore } from '../state/view.ts';
import { viewWithOpenSessions } from '../state/view/testing.ts';
import type { EngineClient } from '../worker/connect.ts';
import type { Rule, SessionOutline, Suggestion } from '../worker/protocol.ts';
import type { RunStart } from '../worker/run-protocol.ts';

/** A chat in which `refund` is called once for each amount, in this order. Turns: 0 input, 1 llm, 2… refund. */
export const refundsOf = (...amounts: readonly number[]): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'Please refund my orders' },
      {
        role: 'assistant',
        content: null,
        tool_calls: amounts.map((amount, at) => ({
          id: `call_${at}`,
          type: 'function',
          function: { name: 'refund', arguments: JSON.stringify({ amount, recipient: `customer-${at}` }) },
        })),
      },
      ...amounts.map((amount, at) => ({
        role: 'tool',
        tool_call_id: `call_${at}`,
        content: `{"refunded": ${amount}}`,
      })),
      { role: 'assistant', content: 'Done, all refunded.' },
    ],
  });

interface Setting {
  /** The text of a recording, or the start of a run. */
  readonly text: string | RunStart;
  /** The text of a second recording, which is source `s2`; the first is `s1`. */
  readonly beside?: string;
  readonly view?: Partial<View>;
  /** The rule suggested for the session. */
  readonly starter?: Rule | null;
  readonly suggestions?: readonly Suggestion[];
  readonly keeping?: Keeping;
  /** What the panel asks in place of the engine, to delay or count questions. */
  readonly through?: (engine: EngineClient) => EngineClient;
}

/** A panel on the screen. */
interface ShownPanel {
  readonly view: ViewStore;
  readonly engine: EngineClient;
  readonly outline: SessionOutline;
  readonly notices: NoticeStore;
  /** Shows the session as it has grown, or another one with the rule suggested for it. */
  readonly grow: (outline: SessionOutline, suggested?: Rule | null) => void;
}

/** Shows a panel on a recording, with the real engine behind it. `endPanels` cleans up after the test. */
export const showPanel = async (panel: ReactNode, setting: Setting): Promise<ViewStore> =>
  (await showGrowing(panel, setting)).view;

/** The same, of a session that may grow. */
export async function showGrowing(
  panel: ReactNode,
  { text, beside, view, starter = null, suggestions, keeping = keepingInMemory(), through }: Setting,
): Promise<ShownPanel> {
  const engine = inProcessEngine();
  const outline = typeof text === 'string' ? await opened(engine.client, text) : await begun(engine.client, text);
  if (beside !== undefined) await opened(engine.client, beside);
  const store = viewWithOpenSessions(view);
  const notices = createNoticeStore();
  const queries = new QueryClient();
  const unfollow = followKept(keeping, queries);
  const page = (now: SessionOutline, suggested = starter) => (
    <QueryClientProvider client={queries}>
      <EngineContext value={through?.(engine.client) ?? engine.client}>
        <ViewContext value={store}>
          <NoticeContext value={notices}>
            <KeepingContext value={keeping}>
              <SessionContext value={{ outline: now, starter: suggested, suggestions, firstHit: null }}>
                {panel}
              </SessionContext>
            </KeepingContext>
          </NoticeContext>
        </ViewContext>
      </EngineContext>
    </QueryClientProvider>
  );
  const { rerender } = render(page(outline));
  endings.push(() => {
    cleanup();
    unfollow();
    queries.clear();
    engine.dispose();
  });
  return {
    view: store,
    notices,
    engine: engine.client,
    outline,
    grow: (now, suggested) => rerender(page(now, suggested)),
  };
}

async function opened(engine: EngineClient, text: string): Promise<SessionOutline> {
  const { source } = await engine.open({ text, name: 'recording' });
  return engine.openSession({ source, entry: 0 });
}

const begun = async (engine: EngineClient, start: RunStart): Promise<SessionOutline> =>
  (await engine.startRun({ start })).session;

const endings: (() => void)[] = [];

/** Call it after each test. */
export function endPanels(): void {
  for (const end of endings.splice(0)) end();
}
