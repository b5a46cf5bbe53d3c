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
  return <Menu id={id} label={`Actions for ${name}`} opener={opener} items={items} onClose={onClose} />;
}
