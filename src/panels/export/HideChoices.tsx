import { useId } from 'react';
import { count, counted } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { visible } from '../../ui/visible.tsx';
import type { FoundKind, HiddenKind } from '../../worker/leaving-protocol.ts';
import { kindTitles } from '../hiddenKinds.ts';
import { type Chosen, listedKinds } from './chosen.ts';
import styles from './Export.module.css';

interface HideChoicesProps {
  readonly chosen: Chosen;
  /** Null until it is known. */
  readonly found: readonly FoundKind[] | null;
  readonly hasRule: boolean;
  /** How many notes the session has, and how many of them leave; null until it is known. */
  readonly notes: number;
  readonly leavingNotes: number | null;
  readonly onChange: (part: Partial<Chosen>) => void;
}

/** The kinds of values that were found, each with a switch, and what the user names. */
export function HideChoices({ chosen, found, hasRule, notes, leavingNotes, onChange }: HideChoicesProps) {
  const there = listedKinds.flatMap((kind) => found?.find((one) => one.kind === kind) ?? []);
  // Only names in fields such as `last_name` are looked for, which is said in words of its own.
  const none = listedKinds.filter((kind) => kind !== 'name' && !there.some((one) => one.kind === kind));
  const toggle = (kind: HiddenKind, isHidden: boolean) => {
    const shown = new Set(chosen.shown);
    if (isHidden) shown.delete(kind);
    else shown.add(kind);
    onChange({ shown });
  };
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Replace by stand-ins</legend>
        {there.map((one) => (
          <KindRow key={one.kind} found={one} isHidden={!chosen.shown.has(one.kind)} onToggle={toggle} />
        ))}
        {found !== null && none.length > 0 && (
          <p className={styles.quiet}>
            None found: {none.map((kind) => kindTitles[kind].toLowerCase().replace('ip ', 'IP ')).join(', ')}.
          </p>
        )}
        {found !== null && (
          <p className={styles.quiet}>Names in texts are not looked for: write them below, separated by commas.</p>
        )}
      </fieldset>
      <div className={styles.group}>
        <Labelled
          title="Names and words"
          hint="Ada, Project Falcon"
          value={chosen.names}
          onChange={(names) => onChange({ names })}
        />
        <Labelled
          title="Fields"
          hint="customer.name, input.memo"
          value={chosen.paths}
          onChange={(paths) => onChange({ paths })}
          isData
        />
      </div>
      {hasRule && (chosen.part === 'whole' || chosen.part === 'turns') && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.onlyRead}
            onChange={({ target }) => onChange({ onlyRead: target.checked })}
          />
          <span>Leave out what no rule reads</span>
        </label>
      )}
      {notes > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.withoutNotes}
            onChange={({ target }) => onChange({ withoutNotes: target.checked })}
          />
          <span>
            Leave out my notes
            {leavingNotes !== null && ` (${count(leavingNotes)} of ${counted(notes, 'note')} in the preview)`}
          </span>
        </label>
      )}
    </>
  );
}

interface KindRowProps {
  readonly found: FoundKind;
  readonly isHidden: boolean;
  readonly onToggle: (kind: HiddenKind, isHidden: boolean) => void;
}

function KindRow({ found: { kind, values, places, examples }, isHidden, onToggle }: KindRowProps) {
  const about = useId();
  const title = kind === 'path' ? 'Fields' : kindTitles[kind];
  return (
    <div className={styles.kind}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isHidden}
          aria-describedby={about}
          onChange={({ target }) => onToggle(kind, target.checked)}
        />
        <span>{title}</span>
      </label>
      <span id={about} className={styles.about}>
        {values === places ? counted(places, 'place') : `${counted(values, 'value')}, ${count(places)} places`}
        <span className={styles.example} dir="auto" title={examples.join('\n')}>
          {visible(cut(examples[0] ?? ''))}
        </span>
      </span>
    </div>
  );
}

/** The user knows the session: an example shows which value is meant. */
const cut = (text: string): string =>
  (text.length <= 32 ? text : `${text.slice(0, 20)}…${text.slice(-8)}`).replaceAll(/\s+/g, ' ');

interface LabelledProps {
  readonly title: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isData?: boolean;
}

const Labelled = ({ title, hint, value, onChange, isData = false }: LabelledProps) => (
  <div className={styles.labelled}>
    <span className={styles.legend} aria-hidden="true">
      {title}
    </span>
    <TextField
      label={`${title} to replace, separated by commas`}
      placeholder={hint}
      look={isData ? 'data' : 'text'}
      value={value}
      onChange={onChange}
    />
  </div>
);
