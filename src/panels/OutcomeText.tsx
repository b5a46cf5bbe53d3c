import type { InvocationOutcome } from '../engine/model/history.ts';
import { useIsGrowing } from '../state/useSession.ts';
import { outcomeText } from './words.ts';

/** The outcome of a call of the shown session, with the specification's term as its title. While that still grows, a result that is missing may come. */
export function OutcomeText({ outcome }: { readonly outcome: InvocationOutcome }) {
  const isLive = useIsGrowing();
  const shown = isLive && outcome === 'no-result' ? 'pending' : outcome;
  return (
    <span data-outcome={shown} title={shown}>
      {outcomeText(shown)}
    </span>
  );
}
