import { createContext, type ReactNode, use } from 'react';
import { useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { useSettled } from '../../ui/useSettled.ts';
import type { Rule } from '../../worker/protocol.ts';

const Settled = createContext<Rule | null>(null);

/** Milliseconds after the last key: while typing, the ribbon in front of the user comes first. */
const settleMs = 250;

/** Gives all sessions of the list the rule in the editor, once it has settled; a key costs none of them anything. */
export function SettledRule({ children }: { readonly children: ReactNode }) {
  const starter = useOptionalSession()?.starter ?? null;
  const edited = useView((view) => view.rule);
  return <Settled value={useSettled(edited ?? starter, settleMs)}>{children}</Settled>;
}

/** Null while there is no rule. */
export const useSettledRule = (): Rule | null => use(Settled);
