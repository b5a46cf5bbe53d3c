import type { Path } from '../../engine/model/path.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';

/** The way from a key in its namespace to its place in the whole state. */
export function InState({ path }: { readonly path: Path }) {
  const { focusPath, openTab, showRoot } = useViewActions();
  const show = () => {
    showRoot('system');
    focusPath(path);
    openTab('state');
  };
  return (
    <Button look="quiet" onClick={show}>
      In the state
    </Button>
  );
}
