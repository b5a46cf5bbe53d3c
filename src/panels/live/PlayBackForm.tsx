import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { answerTo } from '../../services/answerTo.ts';
import { samplesQuery, sampleSourceQuery } from '../../services/samples.ts';
import { useView } from '../../state/useView.ts';
import { isGrowing } from '../../state/view/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { reportFailures } from '../reportFailures.ts';
import { playBack, useAttachDeps } from '../sessionActions.ts';
import { SpeedSelect } from '../SpeedSelect.tsx';
import styles from './AttachDialog.module.css';

/** No pause is longer than 5 seconds then, and a short recording without times is not over in an instant. */
const usualSpeed = 2;

/** Plays a sample, or a recording that is open, without an agent. */
export function PlayBackForm({ onClose }: { readonly onClose: () => void }) {
  const deps = useAttachDeps();
  const samples = useQuery(samplesQuery()).data ?? [];
  const sources = useView((view) => view.sources);
  const shown = useView((view) => view.session);
  const [chosen, setChosen] = useState<string>();
  const [speed, setSpeed] = useState(usualSpeed);
  const id = useId();

  const recordings = [
    ...sources
      .filter(({ live, opened }) => !isGrowing(live) && opened.sessions.length > 0)
      .map(({ name, opened: { source } }) => {
        const isShown = shown?.kind === 'source' && shown.source === source;
        return { key: source, name, isShown, session: async () => ({ source, entry: isShown ? shown.entry : 0 }) };
      })
      .toReversed(),
    ...samples.map((sample) => ({
      key: `sample ${sample.id}`,
      name: `Sample: ${sample.title}`,
      isShown: shown?.kind === 'sample' && shown.sample === sample.id,
      async session() {
        const { source } = await answerTo(deps.queries, sampleSourceQuery(deps.engine, sample));
        return { source, entry: 0, starter: sample.rule };
      },
    })),
  ];
  const picked = recordings.find(({ key, isShown }) => (chosen === undefined ? isShown : key === chosen));
  const recording = picked ?? recordings[0];
  if (recording === undefined) return null;

  const begin = async () => playBack(deps, await recording.session(), speed);
  return (
    <div className={styles.play}>
      <label htmlFor={id} className={styles.about}>
        Without an agent: play back a recording here as if it were live.
      </label>
      <select
        id={id}
        className={styles.recording}
        value={recording.key}
        onChange={({ target }) => setChosen(target.value)}
      >
        {recordings.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <SpeedSelect speed={speed} onChoose={setSpeed} />
      <Button
        onClick={() => {
          onClose();
          reportFailures(begin(), deps.notify);
        }}
      >
        Play back
      </Button>
    </div>
  );
}
