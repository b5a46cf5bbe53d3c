import type { InvocationOutcome } from '../../engine/model/history.ts';
import { useIsGrowing } from '../../state/useSession.ts';
import { Found } from './Found.tsx';
import styles from './Transcript.module.css';

const words: { readonly [O in InvocationOutcome]: string } = {
  successful: 'ok',
  errored: 'failed',
  restricted: 'blocked',
  pending: 'pending',
  'no-result': 'no result',
};

/** How a call ended, by shape and word. While the session still grows, a result that is missing may come. */
export function CallStatus({ outcome }: { readonly outcome: InvocationOutcome }) {
  const isLive = useIsGrowing();
  const shown = isLive && outcome === 'no-result' ? 'pending' : outcome;
  return (
    <span className={styles.status} data-outcome={shown}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <Shape outcome={shown} />
      </svg>
      <Found text={words[shown]} />
    </span>
  );
}

function Shape({ outcome }: { readonly outcome: InvocationOutcome }) {
  switch (outcome) {
    case 'successful':
      return <path d="M2.5 6.5 5 9l4.5-6" />;
    case 'errored':
      return <path d="m3 3 6 6M9 3 3 9" />;
    case 'restricted':
      return <path d="M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM3 9l6-6" />;
    case 'pending':
      return <path d="M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM6 3.5V6l1.5 1.5" />;
    case 'no-result':
      return <path d="M2.5 6h1.5M5.5 6h1.5M8.5 6h1" />;
  }
}
