import { createContext, type ReactNode, use } from 'react';
import { emptyRule, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { ruleInEditor } from '../../state/view/rule.ts';
import { useSettled } from '../../ui/useSettled.ts';
import type { Rule } from '../../worker/protocol.ts';

const Settled = createContext<Rule | null>(null);

/** Milliseconds after the last key, so that the ribbon is judged before the list. */
const settleMs = 250;

/**
 * Provides the rule in the editor to the list after a pause in typing, so that a keystroke does not judge every
 * session.
 */
export function SettledRule({ children }: { readonly children: ReactNode }) {
  const session = useOptionalSession();
  const suggested = session === null ? null : (session.starter ?? emptyRule);
  const edited = useView(ruleInEditor);
  return <Settled value={useSettled(edited ?? suggested, settleMs)}>{children}</Settled>;
}

/** Null before a session is open: what is suggested for it is not known yet. */
export const useSettledRule = (): Rule | null => use(Settled);
