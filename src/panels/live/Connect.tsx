import { type SyntheticEvent, useState } from 'react';
import { addressProblem } from '../../services/live.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { LiveTarget } from '../../worker/live-protocol.ts';
import { CopyLine } from './CopyLine.tsx';
import styles from './AttachDialog.module.css';
import { useAttach } from './useAttach.ts';

interface Kind {
  readonly id: 'a2a' | 'events' | 'polled';
  readonly title: string;
  readonly example: string;
  readonly about: string;
}

const kinds: readonly Kind[] = [
  {
    id: 'a2a',
    title: 'A2A agent',
    example: 'http://127.0.0.1:8002',
    about:
      'The address of an agent or of its card. You write to it in the list of sessions; its answers are the session.',
  },
  {
    id: 'events',
    title: 'Server-sent events',
    example: 'http://127.0.0.1:8000/events',
    about: 'Each event is a record, in any format that the page opens. A connection that breaks is made again.',
  },
  {
    id: 'polled',
    title: 'JSON, read again',
    example: 'http://127.0.0.1:8000/messages.json',
    about:
      'The page reads the address again and again. It may answer with a list that grows, or with all of the conversation.',
  },
];

const usualSeconds = 2;

/** Connects to an address from which records, or an agent's answers, come. */
export function Connect({
  reachable,
  onClose,
}: {
  readonly reachable: readonly string[];
  readonly onClose: () => void;
}) {
  const attach = useAttach(onClose);
  const [chosen, choose] = useState<Kind['id']>('a2a');
  const [typed, setTyped] = useState('');
  const [seconds, setSeconds] = useState(String(usualSeconds));
  const kind = kinds.find(({ id }) => id === chosen);
  const address = typed.trim();
  const problem = address === '' ? null : addressProblem(address, reachable, location);
  const everyMs = 1000 * Number(seconds);
  const isPace = everyMs >= 200;
  const connect = (event: SyntheticEvent) => {
    event.preventDefault();
    if (address === '' || problem !== null || !isPace) return;
    const to: LiveTarget = chosen === 'polled' ? { kind: chosen, address, everyMs } : { kind: chosen, address };
    attach(to, address.replace(/^https?:\/\//, ''));
  };
  return (
    <>
      <h3 className={styles.heading}>Connect to an address</h3>
      <form className={styles.connect} onSubmit={connect} noValidate>
        <ChoiceRow label="What is at the address" choices={kinds} chosen={chosen} onChoose={choose} />
        <p className={styles.about}>{kind?.about}</p>
        <div className={styles.addressRow}>
          <TextField
            label="Address"
            look="data"
            type="url"
            placeholder={kind?.example}
            value={typed}
            onChange={setTyped}
            fault={problem !== null}
            className={styles.address}
          />
          {chosen === 'polled' && (
            <span className={styles.every}>
              every
              <TextField
                label="Seconds between readings"
                look="data"
                inputMode="decimal"
                value={seconds}
                onChange={setSeconds}
                fault={!isPace}
                className={styles.seconds}
              />
              s
            </span>
          )}
          <Button look="main" onClick={connect} aria-disabled={address === '' || problem !== null || !isPace}>
            Connect
          </Button>
        </div>
        {!isPace && <p className={styles.about}>Give the seconds between two readings as a number from 0.2.</p>}
        {problem !== null && (
          <div role="status">
            <p className={styles.about}>{problem.message}</p>
            {problem.startLine !== undefined && <CopyLine line={problem.startLine} />}
          </div>
        )}
      </form>
    </>
  );
}
