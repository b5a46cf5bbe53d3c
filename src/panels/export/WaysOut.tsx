import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemError } from '../../worker/connect.ts';
import styles from './Export.module.css';
import type { MadeLeaving } from './useLeaving.ts';
import { type WayOut, waysOut } from './waysOut.ts';

/** Buttons for the ways out. They wait until the preview shows what leaves. */
export function WaysOut({ leaving, onDone }: { readonly leaving: MadeLeaving; readonly onDone: () => void }) {
  const engine = useEngine();
  const { notify } = useNoticeActions();
  const { report, session, isCurrent } = leaving;
  const send = async (way: WayOut) => {
    if (report === undefined) return;
    try {
      const { text } = await engine.leavingText({ session, made: report.made });
      const outgoing = { text, fileName: report.fileName, title: report.title };
      await way.send(outgoing);
      notify(way.done(outgoing));
      onDone();
    } catch (cause) {
      if (cause instanceof ProblemError) notify(cause.problem.message, { tone: 'failure' });
      else if (cause instanceof DOMException)
        notify('The browser did not allow the page to copy.', { tone: 'failure' });
      else throw cause;
    }
  };
  return (
    <div className={styles.ways}>
      {waysOut.map((way, at) => (
        <Button
          key={way.id}
          icon={way.icon}
          look={at === waysOut.length - 1 ? 'main' : 'plain'}
          disabled={report === undefined || !isCurrent}
          onClick={() => void send(way).catch((cause: unknown) => reportError(cause))}
        >
          {way.title}
        </Button>
      ))}
    </div>
  );
}
