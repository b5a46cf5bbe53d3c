import { type PolicyOutcome, policyOutcomes } from '../../../engine/model/policy-outcome.ts';
import { type VerdictKind, verdictCodes } from '../../../engine/model/verdict.ts';
import { type Brush, type Ink, paintVerdicts, type Sheet } from '../../paintVerdicts.ts';

/** Outcomes have the shapes of the verdicts that they come from; a failure that goes on is half as high as one that stops. */
const shapes: { readonly [O in PolicyOutcome]: VerdictKind } = {
  none: 'n/a',
  pass: 'pass',
  continued: 'value',
  unknown: 'unknown',
  block: 'fire',
  lock: 'fire',
};

const shapeCodes = policyOutcomes.map((outcome) => verdictCodes[shapes[outcome]]);
const lock = policyOutcomes.indexOf('lock');

/** A lock is a full bar like a block, with two bars cut out of it. */
export function paintOutcomes(brush: Brush, cells: Uint8Array, sheet: Sheet, ink: Ink): void {
  paintVerdicts(
    brush,
    cells.map((code) => shapeCodes[code] ?? 0),
    sheet,
    { ...ink, value: ink.fire },
  );
  for (const [cell, code] of cells.entries()) {
    if (code !== lock) continue;
    // Two pixels more on the left: a lone bar of one pixel is widened that way.
    const x = Math.round((cell * sheet.width) / sheet.cells) - 2 * sheet.scale;
    const width = Math.round(((cell + 1) * sheet.width) / sheet.cells) - x;
    for (const row of [6, 11]) brush.clearRect(x, row * sheet.scale, width, 2 * sheet.scale);
  }
}
