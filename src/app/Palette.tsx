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

/** Finds commands, turns by number and samples by name. */
export function Palette({ context, onClose }: { readonly context: CommandContext; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const samples = useQuery(samplesQuery());
  const turn = /^\s*#?(\d{1,9})\s*$/.exec(typed)?.[1];
  const last = (context.session?.outline.turns ?? 0) - 1;

  const then = (act: () => void) => () => {
    // Close the dialog first: while it is open, a command cannot move the focus elsewhere.
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

/** A disabled choice, because a listbox must not be empty for screen readers. */
function Nothing() {
  const isNone = useCommandState(({ filtered }) => filtered.count === 0);
  return isNone ? (
    <Command.Item className={styles.empty} forceMount disabled>
      No command, turn or sample matches.
    </Command.Item>
  ) : null;
}
