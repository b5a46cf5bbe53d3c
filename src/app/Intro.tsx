import { useQuery } from '@tanstack/react-query';
import { samplesQuery } from '../services/samples.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import type { CommandContext } from './commandContext.ts';
import { commandOf } from './commands/commands.ts';
import styles from './Intro.module.css';
import { run } from './run.ts';

/** Says what the page is for and what the shown sample is about, with three ways on. Shown until it is closed, with samples only. */
export function Intro({ context }: { readonly context: CommandContext }) {
  const isShown = useView(({ hasIntro, session }) => hasIntro && session?.kind !== 'source');
  const chosen = useView(({ session }) => (session?.kind === 'sample' ? session.sample : null));
  const { chooseSession, hideIntro } = useViewActions();
  const samples = useQuery(samplesQuery()).data ?? [];
  if (!isShown) return null;

  const at = Math.max(
    0,
    samples.findIndex(({ id }) => id === chosen),
  );
  // A page that was saved with a session in it has no story.
  if (samples[at]?.about === '') return null;
  const next = samples[(at + 1) % samples.length];
  const start = (id: string) => () => run(commandOf(id), context);
  return (
    <aside className={styles.intro} aria-label="Introduction">
      <p className={styles.words}>
        <b>Write a rule for an agent, and see what it does at every turn of a recorded session.</b>
        <span>{samples[at] && `This sample: ${samples[at].about}`}</span>
      </p>
      <div className={styles.ways}>
        <Button
          look="quiet"
          title={next?.title}
          onClick={() => next && chooseSession({ kind: 'sample', sample: next.id, entry: 0 })}
        >
          Next sample
        </Button>
        <Button look="quiet" title="A paste anywhere on the page opens the text" onClick={start('open')}>
          Open or paste your own
        </Button>
        <Button look="quiet" onClick={start('attach')}>
          Attach a live agent
        </Button>
        <IconButton icon="close" label="Close the introduction" onClick={hideIntro} />
      </div>
    </aside>
  );
}
