import { lazy, Suspense } from 'react';
import { ReportDialog } from '../panels/report/ReportDialog.tsx';
import { SettingsDialog } from '../panels/settings/SettingsDialog.tsx';
import { RefusedDialog } from '../panels/refused/RefusedDialog.tsx';
import { useNoticeActions, useNotices } from '../state/useNotices.ts';
import type { Bench } from './bench.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { openText } from './opening.ts';
import { heard } from './run.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const StartDialog = lazy(async () => ({ default: (await import('../panels/run/StartDialog.tsx')).StartDialog }));
const DecisionDialog = lazy(async () => ({
  default: (await import('../panels/decision-diff/DecisionDialog.tsx')).DecisionDialog,
}));

const NewTestDialog = lazy(async () => ({
  default: (await import('../panels/policy/NewTestDialog.tsx')).NewTestDialog,
}));
const BacktestDialog = lazy(async () => ({
  default: (await import('../panels/backtest/BacktestDialog.tsx')).BacktestDialog,
}));

export function Dialogs({ bench }: { readonly bench: Bench }) {
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
  switch (dialog) {
    case 'keys':
      return <KeysDialog onClose={closeDialog} />;
    case 'palette':
      return (
        <Suspense>
          <Palette bench={bench} onClose={closeDialog} />
        </Suspense>
      );
    case 'settings':
      return <SettingsDialog onClose={closeDialog} />;
    case 'report':
      return <ReportDialog onClose={closeDialog} />;
    case 'start-run':
      return (
        <Suspense>
          <StartDialog onClose={closeDialog} />
        </Suspense>
      );
    case 'decisions':
      return (
        <Suspense>
          <DecisionDialog onClose={closeDialog} />
        </Suspense>
      );
    case 'backtest':
      return (
        <Suspense>
          <BacktestDialog onClose={closeDialog} />
        </Suspense>
      );
    case 'new-test':
      return (
        <Suspense>
          <NewTestDialog onClose={closeDialog} />
        </Suspense>
      );
    case null:
      return null;
  }
}
