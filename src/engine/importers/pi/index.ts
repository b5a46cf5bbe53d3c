import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import { isList, type Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import { Header, Line, Message } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const pi: Importer = {
  id: 'pi',
  title: 'pi session',
  claim({ value }) {
    const [first, ...others] = linesOf(value);
    return v.is(Header, first) && others.slice(0, 40).some(holdsMessage) ? 'certain' : 'no';
  },
  read({ value }) {
    const lines = linesOf(value);
    return ok({ sessions: [{ title: titleOf(lines), system: 'task', open: () => ok(toSession(lines)) }] });
  },
};

const linesOf = (value: Value): readonly Value[] => (isList(value) ? [...value] : []);

function holdsMessage(value: Value): boolean {
  const line = v.safeParse(Line, value);
  return line.success && line.output.type === 'message' && v.is(Message, line.output.message);
}
