import { useState } from 'react';
import { useEngine } from '../services/engine/useEngine.ts';
import { useSession } from '../state/useSession.ts';
import { useView, useViewActions } from '../state/useView.ts';
import { Button } from '../ui/Button.tsx';

/** Opens the session's own manifest as the policy, so that each of its rules gets a ribbon and reasons. */
export function OwnManifest() {
  const { ref, hasManifest } = useSession();
  const hasPolicy = useView((view) => view.policy !== null);
  const { openPolicy } = useViewActions();
  const engine = useEngine();
  const [fault, setFault] = useState<string | null>(null);
  if (!hasManifest || hasPolicy) return null;

  const open = () => {
    engine
      .manifestOf({ session: ref })
      .then((manifest) => manifest !== null && openPolicy(manifest))
      .catch((cause: unknown) => setFault(cause instanceof Error ? cause.message : String(cause)));
  };
  return (
    <>
      <Button look="quiet" onClick={open}>
        Judge by its own manifest
      </Button>
      {fault !== null && <span role="alert">{fault}</span>}
    </>
  );
}
