import { useQuery } from '@tanstack/react-query';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useView, useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { counted } from '../../ui/format.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { Rule } from '../../worker/protocol.ts';
import styles from './Export.module.css';
import { type LinkContent, linkFits, linkWith, longestInLink, longestLink } from './link.ts';
import type { MadeLeaving } from './useLeaving.ts';
import { type WayOut, waysOut } from './waysOut.ts';

interface WaysOutProps {
  readonly leaving: MadeLeaving;
  /** In the editor, and the one that it is compared with. */
  readonly rules: readonly Rule[];
  /** In the session that leaves; null if there is none to show. */
  readonly turn: number | null;
  readonly onDone: () => void;
}

/** Buttons for the ways out. They wait until the preview shows what leaves. */
export function WaysOut({ leaving, rules, turn, onDone }: WaysOutProps) {
  const [rule = null, baseline = null] = rules;
  const engine = useEngine();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  const { report, input, isCurrent } = leaving;
  const isReady = report !== undefined && isCurrent;
  const linkContent = (): LinkContent => {
    const { tab, main, axis, decisions, policy } = view.getState();
    const { origin, pathname } = window.location;
    // Without one, the rule would be compared with the one that is suggested for what leaves.
    const rules = { rule, baseline: baseline ?? rule };
    return { view: { session: null, turn, tab, main, axis, decisions, ...rules }, policy, page: origin + pathname };
  };
  // The link also holds the policy, so its length changes with it.
  const policy = useView((state) => state.policy);
  const length = useQuery({
    queryKey: ['link', input, turn, policy],
    enabled: isReady && report.characters <= longestInLink,
    gcTime: 0,
    queryFn: async () => {
      const { text } = await engine.leavingText(input);
      return (await linkWith(text, linkContent())).length;
    },
  }).data;
  const isTooLong = isReady && (report.characters > longestInLink || (length ?? 0) > longestLink);

  const send = async (way: WayOut) => {
    if (report === undefined) return;
    try {
      const { text } = await engine.leavingText(input);
      const review = async () => {
        if (rule === null) return '';
        return (await engine.leavingReview({ ...input, rule, baseline })).text;
      };
      const outgoing = { text, fileName: report.fileName, title: report.title, link: linkContent(), review };
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
  const size = length === undefined ? '' : `${counted(length, 'character')}, ${linkFits(length)}`;
  return (
    <div className={styles.ways}>
      <p className={styles.link} role="status" aria-label="Length of the link">
        {isTooLong && length === undefined ? `Link: ${linkFits(Infinity)}.` : size === '' ? '' : `Link: ${size}.`}
        {policy !== null && ' The link and the HTML file also hold the policy, as you wrote it.'}
      </p>
      {waysOut.map((way, at) => (
        <Button
          key={way.id}
          icon={way.icon}
          look={at === waysOut.length - 1 ? 'main' : 'plain'}
          disabled={!isReady || (way.id === 'link' && isTooLong) || (way.id === 'review' && rule === null)}
          onClick={() => void send(way).catch((cause: unknown) => reportError(cause))}
        >
          {way.title}
        </Button>
      ))}
    </div>
  );
}
