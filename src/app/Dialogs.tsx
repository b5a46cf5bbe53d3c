import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { DialogId } from '../state/notices.ts';
import { useNoticeActions, useNotices } from '../state/useNotices.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { CommandContext } from './commandContext.ts';
import { loadOpening } from './loadOpening.ts';
import styles from './Palette.module.css';
import { reportFailures } from './run.ts';

// Each dialog is a script of its own, loaded when it opens.
const loadPalette = async () => ({ default: (await import('./Palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const RefusedOrMapped = lazy(async () => ({ default: (await import('./RefusedOrMapped.tsx')).RefusedOrMapped }));
const dialogs = {
  keys: lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog })),
  settings: lazy(async () => ({ default: (await import('../panels/settings/SettingsDialog.tsx')).SettingsDialog })),
  report: lazy(async () => ({ default: (await import('../panels/report/ReportDialog.tsx')).ReportDialog })),
  attach: lazy(async () => ({ default: (await import('../panels/live/AttachDialog.tsx')).AttachDialog })),
  compare: lazy(async () => ({ default: (await import('../panels/compare/CompareDialog.tsx')).CompareDialog })),
  'start-run': lazy(async () => ({ default: (await import('../panels/run/StartDialog.tsx')).StartDialog })),
  decisions: lazy(async () => ({
    default: (await import('../panels/decision-diff/DecisionDialog.tsx')).DecisionDialog,
  })),
  findings: lazy(async () => ({ default: (await import('../panels/rule/given/FindingsDialog.tsx')).FindingsDialog })),
  given: lazy(async () => ({ default: (await import('../panels/rule/given/GivenDialog.tsx')).GivenDialog })),
  engines: lazy(async () => ({ default: (await import('../panels/rule/engines/EnginesDialog.tsx')).EnginesDialog })),
  note: lazy(async () => ({ default: (await import('../panels/notes/NoteDialog.tsx')).NoteDialog })),
  notes: lazy(async () => ({ default: (await import('../panels/notes/NotesDialog.tsx')).NotesDialog })),
  export: lazy(async () => ({ default: (await import('../panels/export/ExportDialog.tsx')).ExportDialog })),
  revisions: lazy(async () => ({
    default: (await import('../panels/revisions/RevisionsDialog.tsx')).RevisionsDialog,
  })),
  'new-test': lazy(async () => ({ default: (await import('../panels/policy/NewTestDialog.tsx')).NewTestDialog })),
} as const satisfies { readonly [D in Exclude<DialogId, 'palette'>]: ComponentType<{ readonly onClose: () => void }> };

const needSession: ReadonlySet<DialogId> = new Set([
  'note',
  'notes',
  'compare',
  'decisions',
  'revisions',
  'new-test',
  'findings',
  'given',
  'engines',
]);

/** A dialog was opened and its script is loading: the focus is still on the page. */
export function isDialogLoading({ notices, session }: Pick<CommandContext, 'notices' | 'session'>): boolean {
  const { dialog, refused } = notices.getState();
  const isShown = refused !== null || (dialog !== null && (session !== null || !needSession.has(dialog)));
  return isShown && !isDialogOpen();
}

/** All dialogs are modal: while one is open, the page's own keys do nothing. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

const faultDialog = (onClose: () => void) => (failure: ReactNode) => (
  <Dialog title="Something went wrong" onClose={onClose}>
    {failure}
  </Dialog>
);

export function Dialogs({ context }: { readonly context: CommandContext }) {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return;
    requestIdleCallback(() => {
      void loadPalette();
      void loadOpening();
    });
  }, []);
  const dialog = useNotices((notices) => notices.dialog);
  const refused = useNotices((notices) => notices.refused);
  const { closeDialog, putRefusedAway } = useNoticeActions();
  const close = refused === null ? closeDialog : putRefusedAway;
  return (
    <ErrorBoundary key={refused?.text ?? dialog} name="This dialog" frame={faultDialog(close)}>
      <Suspense>
        <OpenDialog context={context} />
      </Suspense>
    </ErrorBoundary>
  );
}

function OpenDialog({ context }: { readonly context: CommandContext }) {
  const dialog = useNotices((notices) => notices.dialog);
  const refused = useNotices((notices) => notices.refused);
  const { closeDialog, putRefusedAway } = useNoticeActions();

  if (refused !== null) {
    return (
      <RefusedOrMapped
        key={refused.text}
        refused={refused}
        onClose={putRefusedAway}
        onOpen={(text, mapping) => {
          putRefusedAway();
          reportFailures(
            loadOpening().then(({ openText }) => openText(context, text, refused.name, mapping ? { mapping } : {})),
            context,
          );
        }}
      />
    );
  }
  if (dialog === null) return null;
  if (dialog === 'palette') return <PaletteDialog context={context} onClose={closeDialog} />;
  // The dialog appears once a session is open.
  if (context.session === null && needSession.has(dialog)) return null;
  const Chosen = dialogs[dialog];
  return <Chosen onClose={closeDialog} />;
}

/** The palette's input is there at once; its list, which is a large script, takes over what was typed until it loads. */
function PaletteDialog({ context, onClose }: { readonly context: CommandContext; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isEntered, setIsEntered] = useState(false);
  const title = 'Search, commands, go to turn';
  const placeholder = 'Type a command, a turn, a session or words of this session';
  return (
    <Dialog title={title} bare onClose={onClose}>
      <Suspense
        fallback={
          <input
            className={styles.input}
            aria-label={title}
            placeholder={placeholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsEntered(false);
            }}
            onKeyDown={({ key }) => key === 'Enter' && setIsEntered(true)}
            data-autofocus
          />
        }
      >
        <Palette {...{ context, title, placeholder, typed, isEntered, onClose }} onType={setTyped} />
      </Suspense>
    </Dialog>
  );
}
