import { useEffect } from 'react';
import type { NumberLiteral, Thresholds } from '../../../engine/rules/what-if/what-if.ts';
import { useRule } from '../../../state/useSession.ts';
import { useView, useViewActions } from '../../../state/useView.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Picture } from '../../Picture.tsx';
import { Curve } from './Curve.tsx';
import { expressionAt, nearestTo } from './points.ts';
import styles from './OtherNumbers.module.css';
import { pointText } from './words.ts';

interface OtherNumbersProps extends Pick<Thresholds, 'alternatives' | 'recorded' | 'isWhole'> {
  readonly literal: NumberLiteral;
  readonly onClose: () => void;
}

/**
 * Tries other values for a number of the rule and shows their results; the ribbons show the tried value before it is
 * written.
 */
export function OtherNumbers({ literal, alternatives: points, recorded, isWhole, onClose }: OtherNumbersProps) {
  const rule = useRule();
  const trial = useView((view) => view.trial);
  const { tryExpression, setRule, highlightPart } = useViewActions();
  const written = nearestTo(points, literal.value);
  const tried = points.findIndex((point) => expressionAt(rule.expression, literal, point) === trial);
  const point = points[tried < 0 ? written : tried];

  // Discard the tried value when this closes.
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
  const write = () => {
    if (trial !== null) setRule({ ...rule, expression: trial });
    onClose();
  };
  if (point === undefined) return null;
  return (
    <Picture
      name={`Firing turns for each value of ${literal.text}`}
      className={styles.numbers}
      caption={
        <span className={styles.line}>
          <span className={styles.value}>
            {literal.text}
            {tried >= 0 && <b> → {point.text}</b>}
          </span>
          <span>{pointText(point)}</span>
          {!isWhole && <span className={styles.about}>{points.length} samples</span>}
          <span className={styles.space} />
          {tried >= 0 && <Button onClick={write}>Write {point.text}</Button>}
        </span>
      }
    >
      <Curve
        name={`Other numbers for ${literal.text}`}
        points={points}
        recorded={recorded}
        written={written}
        at={tried < 0 ? written : tried}
        onChoose={choose}
        onAccept={write}
      />
      <IconButton icon="close" label="Close (Esc)" className={styles.close} onClick={onClose} />
    </Picture>
  );
}
