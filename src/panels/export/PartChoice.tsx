import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { counted } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { Part } from '../../worker/leaving-protocol.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import type { Chosen } from './chosen.ts';
import styles from './Export.module.css';

interface PartChoiceProps {
  readonly chosen: Chosen;
  readonly outline: SessionOutline;
  readonly hasRule: boolean;
  readonly onChange: (part: Partial<Chosen>) => void;
}

/** The whole session, some turns of it, or the smallest with the same verdicts. */
export function PartChoice({ chosen, outline, hasRule, onChange }: PartChoiceProps) {
  const { turns, kinds } = outline;
  const parts: readonly { readonly id: Part['kind']; readonly title: string }[] = [
    { id: 'whole', title: kinds.snapshot > 0 ? 'All of it' : `All ${counted(turns, 'turn')}` },
    ...(turns > 1 ? [{ id: 'turns' as const, title: 'Some turns' }] : []),
    ...(hasRule && kinds.snapshot === 0
      ? [
          { id: 'smallest' as const, title: 'The smallest session with the same verdict at one turn' },
          { id: 'smallest-hit' as const, title: 'The smallest session in which a rule fires' },
        ]
      : []),
  ];
  return (
    <div className={styles.group}>
      <ChoiceRow
        label="What leaves"
        look="list"
        choices={parts}
        chosen={chosen.part}
        onChoose={(part) => onChange({ part })}
      />
      {chosen.part === 'turns' && (
        <div className={styles.turns}>
          <TurnField label="First turn" value={chosen.first} turns={turns} onChange={(first) => onChange({ first })} />
          <span aria-hidden="true">to</span>
          <TurnField label="Last turn" value={chosen.last} turns={turns} onChange={(last) => onChange({ last })} />
        </div>
      )}
      {chosen.part === 'smallest' && (
        <div className={styles.turns}>
          <span aria-hidden="true">at turn</span>
          <TurnField
            label="Turn with the same verdict"
            value={chosen.at}
            turns={turns}
            onChange={(at) => onChange({ at })}
          />
        </div>
      )}
    </div>
  );
}

interface TurnFieldProps {
  readonly label: string;
  readonly value: number;
  readonly turns: number;
  readonly onChange: (turn: number) => void;
}

/** A turn that the session has, whatever is typed. */
function TurnField({ label, value, turns, onChange }: TurnFieldProps) {
  return (
    <TextField
      label={label}
      look="data"
      inputMode="numeric"
      className={styles.turn}
      value={String(value)}
      onChange={(text) => onChange(Math.min(turns - 1, Number(text.replaceAll(/\D/g, '').slice(0, 9))))}
    />
  );
}
