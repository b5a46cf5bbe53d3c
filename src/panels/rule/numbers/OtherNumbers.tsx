import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NumberLiteral } from '../../../engine/rules/what-if/what-if.ts';
import { thresholdsQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useDecisions, useRule, useSession } from '../../../state/useSession.ts';
import { useView, useViewActions } from '../../../state/useView.ts';
import { Button } from '../../../ui/Button.tsx';
import { Failure } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Picture } from '../../Picture.tsx';
import { Curve } from './Curve.tsx';
import { expressionAt, nearestTo, type Point } from './points.ts';
import styles from './OtherNumbers.module.css';
import { pointText } from './words.ts';

/**
 * Tries other values for a number of the rule and shows their results; the ribbons show the tried value before it is
 * written.
 */
export function OtherNumbers({ caret }: { readonly caret: number | null }) {
  const { ref } = useSession();
  const rule = useRule();
  const decisions = useDecisions();
  const query = useQuery(thresholdsQuery(useEngine(), { session: ref, rule, offset: caret, decisions }));
  if (query.isError) return <Failure message={query.error.message} />;
  if (query.data === undefined) return <Skeleton lines={2} label="Trying other numbers" />;
  const { data } = query;
  if (data === null)
    return (
      <p className={styles.about}>There is no number to try. Either the rule has none, or it does not parse yet.</p>
    );
  // While a new answer loads, the previous one refers to an outdated text and must not be written.
  const [literal] = data.parts;
  if (literal === undefined) return null;
  if (query.isPlaceholderData && rule.expression.slice(literal.start, literal.end) !== literal.text)
    return <Skeleton lines={2} label="Trying other numbers" />;
  return (
    <Scale
      key={`${literal.start}`}
      literal={literal}
      points={data.alternatives}
      recorded={data.recorded}
      isWhole={data.isWhole}
    />
  );
}

interface ScaleProps {
  readonly literal: NumberLiteral;
  readonly points: readonly Point[];
  readonly recorded: readonly number[];
  readonly isWhole: boolean;
}

function Scale({ literal, points, recorded, isWhole }: ScaleProps) {
  const rule = useRule();
  const trial = useView((view) => view.trial);
  const { tryExpression, setRule, highlightPart } = useViewActions();
  const written = nearestTo(points, literal.value);
  const tried = points.findIndex((point) => expressionAt(rule.expression, literal, point) === trial);
  const at = tried < 0 ? written : tried;
  const point = points[at];

  // Discard the tried value when this tool closes.
  useEffect(() => () => tryExpression(null), [tryExpression]);

  // The curve belongs to one number of several: mark it in the editor.
  const { start, end } = literal;
  useEffect(() => {
    highlightPart({ start, end });
    return () => highlightPart(null);
  }, [highlightPart, start, end]);

  const choose = (index: number) => {
    const chosen = points[index];
    if (chosen !== undefined) tryExpression(index === written ? null : expressionAt(rule.expression, literal, chosen));
  };
  const write = () => trial !== null && setRule({ ...rule, expression: trial });
  if (point === undefined) return null;
  return (
    <div className={styles.numbers}>
      <Picture
        name={`Firing turns for each value of ${literal.text}`}
        caption={
          <span className={styles.line}>
            <span className={styles.value}>
              {literal.text}
              {tried >= 0 && <b> → {point.text}</b>}
            </span>
            <span>{pointText(point)}</span>
            {!isWhole && <span className={styles.about}>{points.length} samples</span>}
            <span className={styles.space} />
            <Button look="quiet" disabled={tried < 0} onClick={() => tryExpression(null)}>
              Discard
            </Button>
            <Button disabled={tried < 0} onClick={write}>
              Write {point.text}
            </Button>
          </span>
        }
      >
        <Curve
          name={`Other numbers for ${literal.text}`}
          points={points}
          recorded={recorded}
          written={written}
          at={at}
          onChoose={choose}
          onAccept={write}
          onDiscard={() => tryExpression(null)}
        />
      </Picture>
    </div>
  );
}
