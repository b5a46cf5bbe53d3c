import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Scrolling } from '../ui/Scrolling.tsx';
import type { Command } from './commands/command.ts';
import { commandsByGroup } from './commands/commands.ts';
import styles from './KeysDialog.module.css';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" size="large" onClose={onClose}>
      <Scrolling as="div" aria-label="Keys" className={styles.groups}>
        {withKeys.map(({ group, members }) => (
          <div key={group} className={styles.part}>
            <h3 className={styles.group}>{group}</h3>
            <dl>
              {members.map(({ id, title, keys }) => (
                <div key={id} className={styles.line}>
                  <dt>
                    <Kbd keys={keys} />
                  </dt>
                  <dd>{title}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </Scrolling>
      <p className={styles.note}>
        Keys are off while you type and in dialogs. A number before <Kbd keys="j" />, <Kbd keys="k" /> or{' '}
        <Kbd keys="G" /> is a count: <Kbd keys="4 1 G" /> goes to turn 41.
      </p>
    </Dialog>
  );
}

/** Some commands have no keys and are only in the palette. */
const hasKeys = (command: Command): command is Command & { readonly keys: string } => command.keys !== undefined;

const withKeys = commandsByGroup
  .map(({ group, members }) => ({ group, members: members.filter(hasKeys) }))
  .filter(({ members }) => members.length > 0);
