import { Button, IconButton } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import { count, counted } from '../ui/format.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { visible } from '../ui/visible.tsx';
import type { ShownSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import type { Theme } from '../state/view/settings.ts';
import type { CommandContext } from './commandContext.ts';
import { commandOf } from './commands/commands.ts';
import { run } from './run.ts';
import styles from './TopBar.module.css';

export function TopBar({ context }: { readonly context: CommandContext }) {
  const theme = useView((view) => view.theme);
  const hasRail = useView((view) => view.hasRail);
  const start = (id: string) => () => run(commandOf(id), context);
  const { session } = context;

  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <IconButton
          icon="rail"
          label="List of sessions"
          aria-pressed={hasRail}
          className={styles.rail}
          onClick={start('rail')}
        />
        <h1 className={styles.product}>Contextscope</h1>
        <span className={styles.session} dir="auto" title={session?.outline.title}>
          {visible(session?.outline.title ?? '')}
        </span>
        <Import session={session} onOpen={start('report')} />
        <span className={styles.local} title="The page talks to no other host. Your session stays on this device.">
          <span className={styles.dot} aria-hidden="true" />
          local only
        </span>
      </div>
      <button type="button" className={styles.search} onClick={start('palette')}>
        <Icon name="search" />
        <span className={styles.hint}>Search, commands, go to turn</span>
        <Kbd keys="Ctrl-K" />
      </button>
      <div className={styles.end}>
        <Button icon="open" aria-label="Open session" onClick={start('open')}>
          <span className={styles.openText}>Open session</span>
        </Button>
        <IconButton icon="settings" label="Settings" onClick={start('settings')} />
        <IconButton icon="help" label="Keys" onClick={start('keys')} />
        <IconButton icon={themeIcons[theme]} label={`Theme: ${theme}. Change it`} onClick={start('theme')} />
      </div>
    </header>
  );
}

/** How the session was read, and how much of it was assumed; opens the report. */
function Import({ session, onOpen }: { readonly session: ShownSession | null; readonly onOpen: () => void }) {
  if (session === null || session.outline.isRun) return null;
  const { importer, notes } = session.outline;
  const assumed = notes.filter(({ severity }) => severity === 'assumed').length;
  const lost = notes.filter(({ severity }) => severity === 'lost').length;
  return (
    <button type="button" className={styles.import} title={`${importer}: show the import report`} onClick={onOpen}>
      <span className={styles.importer}>{importer}</span>
      {assumed > 0 && <span>· {counted(assumed, 'assumption')}</span>}
      {lost > 0 && <span>· {count(lost)} lost</span>}
    </button>
  );
}

const themeIcons: { readonly [T in Theme]: IconName } = {
  auto: 'auto',
  light: 'light',
  dark: 'dark',
  contrast: 'contrast',
};
