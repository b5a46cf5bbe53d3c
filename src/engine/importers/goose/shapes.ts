import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { Content, Header, Message } from './format.ts';

export interface Found {
  readonly header: Header | undefined;
  readonly headerPlace: Path;
  readonly messages: readonly Placed[];
}

/** How many messages are looked at. */
const sample = 20;

export function sessionIn(value: Value): Found | undefined {
  if (isRecord(value)) {
    const header = v.safeParse(Header, value);
    const list = header.success ? header.output.conversation : undefined;
    if (!header.success || list === undefined || !areMessages(list)) return undefined;
    return { header: header.output, headerPlace: [], messages: placed(list, ['conversation'], 0) };
  }
  const [first, ...rest] = elementsOf(value);
  const header = isHeader(first) ? v.safeParse(Header, first) : undefined;
  const list = header?.success === true ? rest : elementsOf(value);
  if (!areMessages(list) || (header === undefined && !list.slice(0, sample).some(hasMark))) return undefined;
  const output = header?.success === true ? header.output : undefined;
  return { header: output, headerPlace: [0], messages: placed(list, [], output === undefined ? 0 : 1) };
}

const placed = (list: readonly Value[], place: Path, from: number): readonly Placed[] =>
  list.map((value, index) => ({ value, place: [...place, from + index] }));

const isHeader = (value: Value | undefined): boolean =>
  value !== undefined && isRecord(value) && typeof value['working_dir'] === 'string' && !('role' in value);

const areMessages = (list: readonly Value[]): boolean =>
  list.length > 0 && list.slice(0, sample).every((one) => v.is(Message, one) && isRecord(one) && 'created' in one);

/** Contents that goose alone has. */
function hasMark(value: Value): boolean {
  const message = v.safeParse(Message, value);
  return (
    message.success &&
    message.output.content.some((one) => {
      const content = v.safeParse(Content, one);
      return content.success && (content.output.type === 'toolRequest' || content.output.type === 'toolResponse');
    })
  );
}
