import { useQuery } from '@tanstack/react-query';
import { replayPolicyQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../state/useSession.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { divergenceText, functionSentences } from '../replayWords.ts';
import styles from './Policy.module.css';

/** Milliseconds. A pause in typing, so that the ribbons are judged first. */
const settleMs = 250;

/** How the shown session would have gone under the policy. It shares its query with the timeline. */
export function ReplayNotes({ text }: { readonly text: string }) {
  const { ref } = useSession();
  const settled = useSettled(text, settleMs);
  const replay = useQuery(replayPolicyQuery(useEngine(), ref, settled, useDecisions())).data;
  if (replay === undefined) return null;
  return (
    <ul className={styles.replay} aria-label="What the policy changes">
      {[divergenceText(replay), ...functionSentences(replay.functions)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
