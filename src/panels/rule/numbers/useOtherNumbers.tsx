import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Thresholds } from '../../../engine/rules/what-if/what-if.ts';
import { thresholdsQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../../state/useNotices.ts';
import { useDecisions, useIsGrowing, useSession } from '../../../state/useSession.ts';
import type { CodeOpener, CodePopover } from '../../../ui/editor/codeEditor.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSettled } from '../../../ui/useSettled.ts';
import type { Rule } from '../../../worker/protocol.ts';

const OtherNumbers = lazy(async () => ({ default: (await import('./OtherNumbers.tsx')).OtherNumbers }));

/** The curves cost several sweeps each: they wait until the rule, and a growing session, stay for a moment. */
const settleMs = 600;

export interface NumbersOfRule {
  /** The numbers that have a curve. */
  readonly openers: readonly CodeOpener[];
  /** The open curve, beside its number. */
  readonly popover: CodePopover | null;
  readonly isOpen: boolean;
  /** Opens the curve of the number nearest to a place, or closes it; null: the first number that is compared. */
  readonly toggle: (offset: number | null) => void;
}

/** The numbers of the rule whose value matters, each with a curve of the verdicts that other numbers would give. */
export function useOtherNumbers(rule: Rule, isFaulty: boolean): NumbersOfRule {
  const { curves, isSettled } = useCurves(rule, isFaulty);
  const { notify } = useNoticeActions();
  const { expression } = rule;
  // An edit of the rule closes it.
  const [opened, setOpened] = useState<{ readonly expression: string; readonly offset: number | null } | null>(null);
  const isWanted = opened?.expression === expression;
  const curve = isWanted ? nearestTo(curves, opened.offset) : null;
  const openers = useMemo(() => curves.flatMap(openersOf), [curves]);

  const toggle = (offset: number | null) => {
    if (isSettled && curves.length === 0) notify('No other number in this rule would change a verdict here.');
    else setOpened(isWanted && nearestTo(curves, offset) === curve ? null : { expression, offset });
  };
  const onClose = () => setOpened(null);
  const isOpen = isWanted && !(isSettled && curve === null);
  return {
    openers,
    popover: isOpen ? popoverOf(curve, opened.offset ?? 0, expression, onClose) : null,
    isOpen,
    toggle,
  };
}

function popoverOf(curve: Thresholds | null, offset: number, expression: string, onClose: () => void): CodePopover {
  const [literal] = curve?.parts ?? [];
  // While a new answer loads, the last one refers to an earlier text.
  const isKnown = literal !== undefined && expression.slice(literal.start, literal.end) === literal.text;
  return {
    at: isKnown ? literal : { start: offset, end: offset },
    label: isKnown ? `Other numbers for ${literal.text}` : 'Other numbers',
    content: (
      <Suspense fallback={waiting}>
        {isKnown && curve !== null ? (
          <OtherNumbers key={literal.start} literal={literal} {...curve} onClose={onClose} />
        ) : (
          waiting
        )}
      </Suspense>
    ),
    onClose,
  };
}

const waiting = <Skeleton lines={4} label="Trying other numbers" />;

const openersOf = ({ parts: [literal] }: Thresholds): readonly CodeOpener[] =>
  literal === undefined
    ? []
    : [{ start: literal.start, end: literal.end, title: `Try other numbers for ${literal.text} (Alt-Enter)` }];

function nearestTo(curves: readonly Thresholds[], offset: number | null): Thresholds | null {
  if (offset === null) return curves.find(({ parts: [literal] }) => literal?.comparison !== null) ?? curves[0] ?? null;
  const distance = ({ parts: [literal] }: Thresholds) =>
    literal === undefined ? Number.POSITIVE_INFINITY : Math.max(0, literal.start - offset, offset - literal.end);
  return curves.reduce<Thresholds | null>(
    (best, each) => (best === null || distance(each) < distance(best) ? each : best),
    null,
  );
}

const nothing: readonly never[] = [];

/** The last curves stay until the next ones are known; then they are `isSettled`. */
function useCurves(rule: Rule, isFaulty: boolean) {
  const { ref } = useSession();
  const decisions = useDecisions();
  const isGrowing = useIsGrowing();
  const hasNewRule = useSettled(rule, settleMs) !== rule;
  const hasNewTurns = useSettled(ref.revision, settleMs) !== ref.revision && isGrowing;
  const hasDigits = /\d/.test(rule.expression);
  const query = useQuery({
    ...thresholdsQuery(useEngine(), { session: ref, rule, decisions }),
    enabled: hasDigits && !isFaulty && !hasNewRule && !hasNewTurns,
  });
  const curves: readonly Thresholds[] = hasDigits ? (query.data ?? nothing) : nothing;
  return { curves, isSettled: !hasDigits || (query.data !== undefined && !query.isPlaceholderData) };
}
