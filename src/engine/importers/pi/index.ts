import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import { Header, Line, Message } from './format.ts';
import { elementsOf } from '../elements.ts';

export const pi: Importer = {
  id: 'pi',
  title: 'pi session',
  claim({ value }) {
    const [first, ...others] = elementsOf(value);
    return v.is(Header, first) && others.slice(0, 40).some(holdsMessage) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};

function holdsMessage(value: Value): boolean {
  const line = v.safeParse(Line, value);
  return line.success && line.output.type === 'message' && v.is(Message, line.output.message);
}
