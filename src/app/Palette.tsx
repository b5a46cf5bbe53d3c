import { useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TurnIndex } from '../engine/model/history.ts';
import { chooseHook, chooseTool, everyTool, hookChoices, takesMatch } from '../panels/rule/hookChoice.ts';
import { hookTitles } from '../panels/words.ts';
import { findQuery, passageQuery, rowsQuery } from '../services/engine/queries.ts';
import { grantsHandles } from '../services/fileHandles.ts';
import { shownNotes } from '../services/keeping/queries.ts';
import { samplesQuery } from '../services/samples.ts';
import { decisionsOf, emptyRule, type ShownSession } from '../state/useSession.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import type { OpenSource } from '../state/view/sessions.ts';
import { storageOf } from '../state/storage.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { counted } from '../ui/format.ts';
import { visible } from '../ui/visible.tsx';
import type { CommandContext } from './commandContext.ts';
import type { Command as PageCommand } from './commands/command.ts';
import { commands, commandsByGroup } from './commands/commands.ts';
import { moveTo } from './moves.ts';
import styles from './Palette.module.css';
import { countUse, keptUses, rank, turnIn, type Uses } from './paletteRank.ts';
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

/** Closes the palette and then does something: while it is open, nothing can move the focus elsewhere. */
type Then = (act: () => void) => () => void;

/** Finds commands, turns by number, samples and open sessions by name, and texts in the session. */
export function Palette({ context, title, placeholder, typed, isEntered, onType, onClose }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  // It replaces the input that was there while this script loaded, with the text typed into it.
  useLayoutEffect(() => {
    const { current } = input;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const [uses] = useState(() => keptUses(storageOf(globalThis)));
  const turn = turnIn(typed);
  const last = (context.session?.outline.turns ?? 0) - 1;
  const then: Then = (act) => () => {
    flushSync(onClose);
    act();
  };

  return (
    <Command label={title} loop filter={(value, search, [text = ''] = []) => scoreOf(value, text, search, uses)}>
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
        {turn !== null && last >= 0 && (
          <Command.Item
            className={styles.item}
            value={turnValue}
            keywords={[typed]}
            onSelect={then(() => moveTo(context, turn))}
          >
            Go to turn {Math.min(turn, last)}
            <span className={styles.aside}>of 0…{last}</span>
          </Command.Item>
        )}
        <Commands context={context} typed={typed} uses={uses} then={then} />
        {typed !== '' && context.session !== null && <Places context={context} session={context.session} then={then} />}
        <Sessions context={context} typed={typed} then={then} />
        {context.session !== null && <Texts context={context} session={context.session} typed={typed} then={then} />}
      </Command.List>
    </Command>
  );
}

const turnValue = 'go to turn';
const textValue = 'text in turn';

/** The turn that is typed comes first, the texts of the session last, and a careful command after all others. */
function scoreOf(value: string, text: string, typed: string, uses: Uses): number {
  if (value === turnValue) return 2;
  if (value.startsWith(textValue)) return 0.01;
  const score = rank(text, typed);
  if (careful.has(value)) return score * 0.1;
  return score === 0 ? 0 : score + Math.min(uses[value] ?? 0, 20) * 0.01;
}

/** Commands that lose something which no button brings back: they need a second Enter, unless their title is typed. */
const careful: ReadonlySet<string> = new Set(['stop-receiving', 'propose-rule']);

interface PartProps {
  readonly context: CommandContext;
  readonly then: Then;
}

const mostLately = 4;

function Commands({ context, typed, uses, then }: PartProps & { readonly typed: string; readonly uses: Uses }) {
  const [asked, setAsked] = useState<string | null>(null);
  const choose = (command: PageCommand) => {
    const isSure = asked === command.id || typed.trim().toLowerCase() === command.title.toLowerCase();
    if (careful.has(command.id) && !isSure) return setAsked(command.id);
    countUse(storageOf(globalThis), command.id);
    then(() => run(command, context))();
  };
  const item = (command: PageCommand, value: string) => (
    <Command.Item
      key={value}
      className={styles.item}
      value={value}
      keywords={[command.title]}
      onSelect={() => choose(command)}
    >
      {command.title}
      <About text={command.about?.(context) ?? null} />
      {asked === command.id ? (
        <span className={styles.aside}>Press Enter again</span>
      ) : (
        command.keys !== undefined && <Kbd keys={command.keys} />
      )}
    </Command.Item>
  );
  const lately = commands
    .filter(({ id, isOffered }) => (uses[id] ?? 0) > 0 && isOffered?.(context) !== false)
    .toSorted((a, b) => (uses[b.id] ?? 0) - (uses[a.id] ?? 0))
    .slice(0, mostLately);
  return (
    <>
      {typed === '' && lately.length > 0 && (
        <Command.Group heading="Used often" className={styles.group}>
          {lately.map((command) => item(command, `often ${command.id}`))}
        </Command.Group>
      )}
      {commandsByGroup.map(({ group, members }) => (
        <Command.Group key={group} heading={group} className={styles.group}>
          {members
            .filter(
              ({ id, isOffered }) =>
                id !== 'palette' && (id !== 'follow-file' || grantsHandles()) && isOffered?.(context) !== false,
            )
            .map((command) => item(command, command.id))}
        </Command.Group>
      ))}
    </>
  );
}

/** Where the user's own rule runs, by words, term, environment or tool. The place of a policy's rule follows from the policy. */
function Places({ context: { view }, session, then }: PartProps & { readonly session: ShownSession }) {
  const { policyRule, actions } = view.getState();
  if (policyRule !== null) return null;
  const rule = ruleInEditor(view.getState()) ?? session.starter ?? emptyRule;
  return (
    <Command.Group heading="When the rule runs" className={styles.group}>
      {hookChoices
        .filter(({ value }) => value !== rule.hook)
        .map(({ value, group }) => (
          <Command.Item
            key={value}
            className={styles.item}
            value={`hook ${value}`}
            keywords={[`${hookTitles[value]}: hook ${value} of ${group}`]}
            onSelect={then(() => chooseHook(actions, rule, value))}
          >
            {hookTitles[value]}
            <span className={styles.aside}>{value}</span>
          </Command.Item>
        ))}
      {takesMatch(rule.hook) &&
        [null, ...session.outline.functions]
          .filter((match) => match !== rule.match)
          .slice(0, mostTools)
          .map((match) => (
            <Command.Item
              key={match ?? everyTool}
              className={styles.item}
              value={`tool ${match ?? everyTool}`}
              keywords={[`Tool: ${match ?? everyTool}`]}
              onSelect={then(() => chooseTool(actions, rule, match))}
            >
              Tool: {match === null ? everyTool : visible(match)}
            </Command.Item>
          ))}
    </Command.Group>
  );
}

/** A session may have hundreds; all are in the list beside the rule. */
const mostTools = 50;

/** A file may hold thousands of sessions. */
const mostSessions = 20;

/** The sessions that were opened, by their title or file; until something is typed, the first one of each file. */
const openedSessions = (sources: readonly OpenSource[], typed: string) =>
  sources
    .flatMap(({ name, opened: { source, sessions } }) =>
      sessions.map(({ title }, entry) => ({ source, entry, title, name, words: `${title} ${name}` })),
    )
    .filter(({ entry, words }) => (typed === '' ? entry === 0 : rank(words, typed) > 0))
    .slice(0, mostSessions);

function Sessions({ context: { view }, typed, then }: PartProps & { readonly typed: string }) {
  const samples = useQuery(samplesQuery());
  const { sources, actions } = view.getState();
  const opened = openedSessions(sources, typed);
  return (
    <>
      {opened.length > 0 && (
        <Command.Group heading="Opened" className={styles.group}>
          {opened.map(({ source, entry, title, name, words }) => (
            <Command.Item
              key={`${source} ${entry}`}
              className={styles.item}
              value={`source ${source} ${entry}`}
              keywords={[words]}
              onSelect={then(() => actions.chooseSession({ kind: 'source', source, entry }))}
            >
              {visible(title)}
              {name !== title && <span className={styles.aside}>{visible(name)}</span>}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      <Command.Group heading="Samples" className={styles.group}>
        {samples.data?.map(({ id, title }) => (
          <Command.Item
            key={id}
            className={styles.item}
            value={`sample ${id}`}
            keywords={[title]}
            onSelect={then(() => actions.chooseSession({ kind: 'sample', sample: id, entry: 0 }))}
          >
            {title}
          </Command.Item>
        ))}
      </Command.Group>
    </>
  );
}

/** Shorter texts are nearly everywhere. */
const shortestText = 3;
const mostTexts = 5;

/** The first turns that contain the typed text; the transcript's search finds all of them. */
function Texts({
  context,
  session,
  typed,
  then,
}: PartProps & { readonly session: ShownSession; readonly typed: string }) {
  const text = useDeferredValue(typed.trim());
  const { outline } = session;
  const quoted = text.includes('"') ? `'${text}'` : `"${text}"`;
  const decisions = useMemo(() => decisionsOf({ outline }, {}), [outline]);
  const found = useQuery({
    ...findQuery(context.engine, outline.ref, quoted, decisions),
    enabled: text.length >= shortestText && turnIn(text) === null,
  });
  const answer = found.data && (shownNotes(context.queries, outline.ref)?.withNotes(found.data) ?? found.data);
  const turns = answer?.turns ?? [];
  if (turns.length === 0 || text !== typed.trim()) return null;
  const { actions } = context.view.getState();
  return (
    <Command.Group heading="In this session" className={styles.group}>
      {turns.slice(0, mostTexts).map((turn) => (
        <Command.Item
          key={turn}
          className={styles.item}
          value={`${textValue} ${turn}`}
          onSelect={then(() => moveTo(context, turn))}
        >
          <Words context={context} session={session} turn={turn} text={text} />
          <span className={styles.aside}>turn {turn}</span>
        </Command.Item>
      ))}
      {turns.length > mostTexts && (
        <Command.Item
          className={styles.item}
          value={`${textValue} all`}
          onSelect={then(() => {
            actions.openMain('transcript');
            actions.setFilter(text);
            context.page.focusFilter();
          })}
        >
          Find it in {counted(turns.length, 'turn')}
        </Command.Item>
      )}
    </Command.Group>
  );
}

interface WordsProps {
  readonly context: CommandContext;
  readonly session: ShownSession;
  readonly turn: TurnIndex;
  readonly text: string;
}

/** The words around a text in a turn; the turn's label if the text is there, as in the name of a tool. */
function Words({ context: { engine }, session: { outline }, turn, text }: WordsProps) {
  const passage = useQuery(passageQuery(engine, { session: outline.ref, turn, text }));
  const rows = useQuery({ ...rowsQuery(engine, outline.ref, turn, turn + 1), enabled: passage.data === null });
  return <span className={styles.words}>{visible(passage.data?.text ?? rows.data?.[0]?.label ?? '')}</span>;
}

/** What a command would do now. */
function About({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className={styles.words}>{visible(text)}</span>;
}

/** A disabled choice, because a listbox must not be empty for screen readers. */
function Nothing() {
  const isNone = useCommandState(({ filtered }) => filtered.count === 0);
  return isNone ? (
    <Command.Item className={styles.empty} forceMount disabled>
      No command, turn, session or text matches.
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
