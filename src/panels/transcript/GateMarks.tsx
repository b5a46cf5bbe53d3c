import { type GateDecision, gateReason, gateWords, isMarked } from '../../engine/model/gate-decision.ts';
import type { TurnRow } from '../../worker/protocol.ts';
import { Found } from './Found.tsx';
import styles from './Transcript.module.css';

/** What a gate decided about a turn, by shape and words. */
export function GateMarks({ gate }: Pick<TurnRow, 'gate'>) {
  return gate?.filter(isMarked).map((one, index) => (
    <p key={index} className={styles.gate} data-decision={one.answer ?? one.decision}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={`M8 1.5 2.8 3.4v4.4c0 3.1 2.2 5.5 5.2 6.7 3-1.2 5.2-3.6 5.2-6.7V3.4z${signs[one.answer ?? one.decision]}`}
        />
      </svg>
      <span dir="auto">
        <b>
          <Found text={gateWords(one)} />
        </b>
        {gateReason(one) !== '' && (
          <>
            {': '}
            <Found text={gateReason(one)} />
          </>
        )}
      </span>
    </p>
  ));
}

/** Inside the shield. */
const signs: { readonly [D in GateDecision['decision']]: string } = {
  pass: '',
  deny: 'M6 6l4 4M10 6l-4 4',
  ask: 'M6.4 6.3a1.7 1.7 0 1 1 2.4 1.5c-.6.3-.8.6-.8 1.2M8 11v.1',
  unjudged: 'M5.8 8h4.4',
};
