import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { linesIn, stateIn } from './shapes.ts';
import { sessionOfState, titleOfState } from './state.ts';
import { sessionOfLines, titleOfLines } from './tracker.ts';

export const read: Read = ({ value }) => {
  const lines = linesIn(value);
  if (lines !== undefined) {
    return ok({ sessions: [{ title: titleOfLines(lines), system: 'task', open: () => ok(sessionOfLines(lines)) }] });
  }
  const state = stateIn(value);
  if (state !== undefined) {
    return ok({ sessions: [{ title: titleOfState(state), system: 'task', open: () => ok(sessionOfState(state)) }] });
  }
  return err({
    code: 'import/malformed',
    message:
      'This looks like something of Burr, but there is neither a begun action nor a state with “__SEQUENCE_ID” in it.',
  });
};
