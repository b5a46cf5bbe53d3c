import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { DialogId } from '../state/notices.ts';
import { useNoticeActions, useNotices } from '../state/useNotices.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { CommandContext } from './commandContext.ts';
import { loadOpening } from './loadOpening.ts';
import { reportFailures } from './run.ts';

// Each dialog is a script of its own, loaded when it opens.
const loadPalette = async () => ({ default: (await import('./Palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const RefusedOrMapped = lazy(async () => ({ default: (await import('./RefusedOrMapped.tsx')).RefusedOrMapped }));
const FaultDialog = lazy(async () => ({ default: (await import('../ui/Dialog.tsx')).Dialog }));
const dialogs = {
  keys: lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog })),
  settings: lazy(async () => ({ default: (await import('../panels/settings/SettingsDialog.tsx')).SettingsDialog })),
  report: lazy(async () => ({ default: (await import('../panels/report/ReportDialog.tsx')).ReportDialog })),
  'start-run': lazy(async () => ({ default: (await import('../panels/run/StartDialog.tsx')).StartDialog })),
  decisions: lazy(async () => ({
    default: (await import('../panels/decision-diff/DecisionDialog.tsx')).DecisionDialog,
  })),
  backtest: lazy(async () => ({ default: (await import('../panels/backtest/BacktestDialog.tsx')).BacktestDialog })),
  'new-test': lazy(async () => ({ default: (await import('../panels/policy/NewTestDialog.tsx')).NewTestDialog })),
} as const satisfies { readonly [D in Exclude<DialogId, 'palette'>]: ComponentType<{ readonly onClose: () => void }> };

const needSession: ReadonlySet<DialogId> = new Set(['decisions', 'new-test']);

const inDialog = (onClose: () => void) => (failure: ReactNode) => (
  <Suspense>
    <FaultDialog title="Something went wrong" onClose={onClose}>
      {failure}
    </FaultDialog>
  </Suspense>
);

export function Dialogs({ context }: { readonly context: CommandContext }) {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return;
    requestIdleCallback(() => {
      // Load the palette early: keys typed before it is there would act as shortcuts of the page.
      void loadPalette();
      void loadOpening();
    });
  }, []);
  const dialog = useNotices((notices) => notices.dialog);
  const refused = useNotices((notices) => notices.refused);
  const { closeDialog, putRefusedAway } = useNoticeActions();
  const close = refused === null ? closeDialog : putRefusedAway;
  return (
    <ErrorBoundary key={refused?.text ?? dialog} name="This dialog" frame={inDialog(close)}>
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
            loadOpening().then(({ openText }) => openText(context, text, refused.name, mapping)),
            context,
          );
        }}
      />
    );
  }
  if (dialog === null) return null;
  if (dialog === 'palette') return <Palette context={context} onClose={closeDialog} />;
  // The dialog appears once a session is open.
  if (context.session === null && needSession.has(dialog)) return null;
  const Chosen = dialogs[dialog];
  return <Chosen onClose={closeDialog} />;
}
