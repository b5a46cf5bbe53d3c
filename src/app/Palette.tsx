import { useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { grantsHandles } from '../services/fileHandles.ts';
import { samplesQuery } from '../services/samples.ts';
import { Kbd } from '../ui/Kbd.tsx';
import type { CommandContext } from './commandContext.ts';
import { commandsByGroup } from './commands.ts';
import { moveTo } from './moves.ts';
import styles from './Palette.module.css';
import { run } from './run.ts';

interface PaletteProps {
  readonly context: CommandContext;
  readonly title: string;
  readonly placeholder: string;
  readonly typed: string;
  /** Enter was pressed while this script loaded. */
  readonly isEntered: boolean;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

/** Finds commands, turns by number and samples by name. */
export function Palette({ context, title, placeholder, typed, isEntered, onType, onClose }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  // It replaces the input that was there while this script loaded, with the text typed into it.
  useLayoutEffect(() => {
    const { current } = input;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const samples = useQuery(samplesQuery());
  const turn = /^\s*#?(\d{1,9})\s*$/.exec(typed)?.[1];
  const last = (context.session?.outline.turns ?? 0) - 1;

  const then = (act: () => void) => () => {
    // Close the dialog first: while it is open, a command cannot move the focus elsewhere.
    flushSync(onClose);
    act();
  };

  return (
    <Command label={title} loop>
      <Command.Input
        ref={input}
        className={styles.input}
        placeholder={placeholder}
        value={typed}
        onValueChange={onType}
        data-autofocus
      />
      <Command.List className={styles.list} label="Suggestions">
        <Nothing />
        {isEntered && <ChooseFirst typed={typed} />}
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
              .filter(({ id }) => id !== 'palette' && (id !== 'follow-file' || grantsHandles()))
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

/** Chooses the first item for what is typed, as soon as it is marked. */
function ChooseFirst({ typed }: { readonly typed: string }) {
  const isMarked = useCommandState(({ search, value }) => search === typed && value !== '');
  useEffect(() => {
    if (!isMarked) return undefined;
    // The mark moves to the first match once more before the next frame.
    const frame = requestAnimationFrame(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, [isMarked]);
  return null;
}
