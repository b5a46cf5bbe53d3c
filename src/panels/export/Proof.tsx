import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { kindTitles } from '../hiddenKinds.ts';
import styles from './Export.module.css';
import type { MadeLeaving } from './useLeaving.ts';

interface ProofProps {
  readonly leaving: MadeLeaving;
  /** What is judged, in words. */
  readonly names: readonly string[];
}

/** Whether the rules judge what leaves as they judge the session here. */
export function Proof({ leaving, names }: ProofProps) {
  const said = inWords(leaving, names);
  return (
    <div className={styles.proof} data-state={said.state}>
      {said.state === 'same' && <Icon name="done" />}
      {said.state === 'other' && <Icon name="warning" />}
      <p role="status" aria-label="Verdicts on what leaves">
        {said.text}
      </p>
      {said.state === 'waiting' && leaving.fraction > 0 && (
        <progress className={styles.meter} aria-label="Preparing" value={leaving.fraction} max={1} />
      )}
      {said.state === 'waiting' && <Button onClick={leaving.stop}>Stop</Button>}
      {said.state === 'stopped' && <Button onClick={leaving.resume}>Continue</Button>}
    </div>
  );
}

interface Said {
  readonly state: 'waiting' | 'stopped' | 'refused' | 'none' | 'same' | 'other';
  readonly text: string;
}

function inWords({ report, isCurrent, isStopped, message }: MadeLeaving, names: readonly string[]): Said {
  if (isStopped) return { state: 'stopped', text: 'Stopped. Choose another part, or continue.' };
  if (message !== null) return { state: 'refused', text: message };
  if (report === undefined || !isCurrent) return { state: 'waiting', text: 'Preparing…' };
  const { judges, turns, differingTurns, differing, causes } = report.proof;
  if (judges === 0) return { state: 'none', text: 'There is no rule yet, so no verdict can change.' };
  const judged = names.join(' and ');
  if (differingTurns === 0)
    return {
      state: 'same',
      text:
        turns === 1
          ? `The verdict of ${judged} is unchanged.`
          : `Verdicts of ${judged} unchanged at all ${count(turns)} turns.`,
    };
  const [first] = differing;
  const why =
    causes.length > 0
      ? ` Show again: ${causes.map((kind) => (kind === 'path' ? 'the fields that you named' : kindTitles[kind].toLowerCase())).join(', ')}.`
      : ' Turns before these are missing.';
  const example =
    first === undefined ? '' : ` Turn ${first.here ?? first.turn}: ${first.before} here, ${first.after} there.`;
  return {
    state: 'other',
    text: `Verdicts of ${judged} differ at ${count(differingTurns)} of ${counted(turns, 'turn')}.${example}${why}`,
  };
}
