import { type ReactNode, useMemo } from 'react';
import { CalmCursorContext } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import { usePolite } from '../ui/usePolite.ts';

/** A held key moves the cursor thirty times a second; nobody reads the inspector that often. */
const atMostEveryMs = 80;

export function CalmCursor({ children }: { readonly children: ReactNode }) {
  const session = useView((view) => view.session);
  const turn = useView((view) => view.turn);
  const calm = usePolite(
    useMemo(() => ({ session, turn }), [session, turn]),
    atMostEveryMs,
  );
  return <CalmCursorContext value={calm}>{children}</CalmCursorContext>;
}
