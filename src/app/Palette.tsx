import { useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { samplesQuery } from '../services/samples.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import type { CommandContext } from './commandContext.ts';
import { commandsByGroup } from './commands.ts';
import { moveTo } from './moves.ts';
import styles from './Palette.module.css';
import { run } from './run.ts';

/** Everything by typing: commands, a turn's number, a sample's name. */
export function Palette({ context, onClose }: { readonly context: CommandContext; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const samples = useQuery(samplesQuery());
  const turn = /^\s*#?(\d{1,9})\s*$/.exec(typed)?.[1];
  const last = (context.session?.outline.turns ?? 0) - 1;

  const then = (act: () => void) => () => {
    // The dialog goes first: while it is there, nothing else takes the focus that a command moves.
    flushSync(onClose);
    act();
  };

  return (
    <Dialog title="Search, commands, go to turn" bare onClose={onClose}>
      <Command label="Search, commands, go to turn" loop>
        <Command.Input
          className={styles.input}
          placeholder="Type a command, a turn number or the name of a sample"
          value={typed}
          onValueChange={setTyped}
          data-autofocus
        />
        <Command.List className={styles.list} label="Suggestions">
          <Nothing />
          {turn !== undefined && last >= 0 && (
            <Command.Item
              className={styles.item}
              value={`go to turn ${turn}`}
              keywords={[typed]}
              onSelect={then(() => moveTo(context, Number(turn)))}
            >
              Go to turn {Math.min(Number(turn), last)}
              <span className={styles.aside}>of 0…{last}</span>
            </Command.Item>
          )}
          {commandsByGroup.map(({ group, members }) => (
            <Command.Group key={group} heading={group} className={styles.group}>
              {members
                .filter((command) => command.id !== 'palette')
                .map((command) => (
                  <Command.Item
                    key={command.id}
                    className={styles.item}
                    value={command.id}
                    keywords={[command.title, group]}
                    onSelect={then(() => run(command, context))}
                  >
                    {command.title}
                    {command.keys !== undefined && <Kbd keys={command.keys} />}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
          <Command.Group heading="Samples" className={styles.group}>
            {samples.data?.map(({ id, title }) => (
              <Command.Item
                key={id}
                className={styles.item}
                value={`sample ${id}`}
                keywords={[title]}
                onSelect={then(() =>
                  context.view.getState().actions.chooseSession({ kind: 'sample', sample: id, entry: 0 }),
                )}
              >
                {title}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** A list of choices may not be empty for a screen reader, so this is one, which cannot be chosen. */
function Nothing() {
  const isNone = useCommandState(({ filtered }) => filtered.count === 0);
  return isNone ? (
    <Command.Item className={styles.empty} forceMount disabled>
      Nothing by that name.
    </Command.Item>
  ) : null;
}
