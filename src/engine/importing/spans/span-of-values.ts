import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { conversationIn } from '../messages/conversation-in.ts';
import { instantOfNanos } from '../values/instants.ts';
import { opened } from '../values/written-value.ts';
import type { Span } from './spans.ts';

/** A value of a span, and where it stands. */
export interface PlacedValue {
  readonly value: Value | undefined;
  readonly place: Path;
}

interface Written extends Pick<
  Span,
  'id' | 'parent' | 'name' | 'kind' | 'place' | 'start' | 'end' | 'error' | 'model' | 'tokens' | 'assumed'
> {
  readonly given: PlacedValue;
  readonly gave: PlacedValue;
  readonly offered?: readonly string[];
}

/** A span of software that keeps what went in and what came out as one value each, messages or not. */
export function spanOfValues({ given, gave, offered = [], ...span }: Written): Span {
  const whole = ({ value }: PlacedValue): Value | undefined =>
    value === undefined || value === null ? undefined : opened(value);
  return {
    ...span,
    startedAt: span.start === undefined ? undefined : instantOfNanos(span.start),
    endedAt: span.end === undefined ? undefined : instantOfNanos(span.end),
    callId: undefined,
    asked: (report) => conversationIn(given.value, 'input', given.place, report),
    answered: (report) => conversationIn(gave.value, 'output', gave.place, report),
    input: () => whole(given),
    output: () => whole(gave),
    offered: () => offered,
  };
}
