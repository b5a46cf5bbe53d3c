import { type ComponentType, lazy, Suspense } from 'react';
import type { DialogId } from '../state/notices.ts';
import { useNoticeActions, useNotices } from '../state/useNotices.ts';
import type { Bench } from './bench.ts';
import { openText } from './opening.ts';
import { heard } from './run.ts';

// None of them is there at the start: each is a script of its own.
const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const RefusedDialog = lazy(async () => ({
  default: (await import('../panels/refused/RefusedDialog.tsx')).RefusedDialog,
}));
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

export function Dialogs({ bench }: { readonly bench: Bench }) {
  return (
    <Suspense>
      <OpenDialog bench={bench} />
    </Suspense>
  );
}

function OpenDialog({ bench }: { readonly bench: Bench }) {
  const dialog = useNotices((notices) => notices.dialog);
  const refused = useNotices((notices) => notices.refused);
  const { closeDialog, putRefusedAway } = useNoticeActions();

  if (refused !== null) {
    return (
      <RefusedDialog
        key={refused.text}
        refused={refused}
        onClose={putRefusedAway}
        onRetry={(text) => {
          putRefusedAway();
          heard(openText(bench, text, refused.name), bench);
        }}
      />
    );
  }
  if (dialog === null) return null;
  if (dialog === 'palette') return <Palette bench={bench} onClose={closeDialog} />;
  const Dialog = dialogs[dialog];
  return <Dialog onClose={closeDialog} />;
}
