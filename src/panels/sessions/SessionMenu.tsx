import { useNoticeActions } from '../../state/useNotices.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Menu } from '../../ui/Menu.tsx';
import { reportFailures } from '../reportFailures.ts';
import { act, actionsOf, type ListedSession, titleOf, useSessionDeps } from '../sessionActions.ts';

interface SessionMenuProps extends ListedSession {
  readonly id: string;
  readonly name: string;
  readonly opener: HTMLButtonElement;
  readonly onClose: () => void;
}

/** What can be done with a session of the list. */
export function SessionMenu({ id, name, opener, onClose, ...session }: SessionMenuProps) {
  const deps = useSessionDeps();
  const items = actionsOf(session).map((action) => ({
    title: titleOf(action),
    onChoose: () => reportFailures(act(action, deps, session), deps.notify),
  }));
  const { showDialog } = useNoticeActions();
  const { compareWith } = useViewActions();
  const { source, entry } = session;
  const isShown = useOptionalSession()?.outline.ref.id === `${source}:${entry}`;
  const compare = isShown
    ? { title: 'Compare with…', onChoose: () => showDialog('compare') }
    : { title: 'Compare with the session shown', onChoose: () => compareWith({ kind: 'source', source, entry }) };
  return <Menu id={id} label={`Actions for ${name}`} opener={opener} items={[...items, compare]} onClose={onClose} />;
}
