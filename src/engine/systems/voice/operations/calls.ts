import { isRecord, MapView, type RecordValue, type Value } from '../../../model/value.ts';
import { required } from '../../parameters.ts';
import { apply } from '../apply.ts';
import { dictOf } from '../dict.ts';
import type { CallMade } from '../event.ts';
import type { CallState } from '../state.ts';
import { done, entryOrNull, refused, type CallDecided, type Operation } from './operation.ts';

/** Another call, in its state at creation. */
export class CallView extends MapView {
  readonly id: string;
  readonly #fields: RecordValue;

  constructor(id: string, state: CallState) {
    super();
    this.id = id;
    this.#fields = dictOf(state);
  }

  override get(key: string): Value | undefined {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  override keys(): readonly string[] {
    return Object.keys(this.#fields);
  }
}

/** Operations that create further calls. Each has its own data, isolated from the others. */
export const callOperations: readonly Operation[] = [
  {
    name: 'new_call',
    about: 'Constructs another call, which shares nothing with this one.',
    parameters: [
      required('context', 'map', 'The arguments, such as call_id, tenant_id, workflow_id, user and workflow.'),
    ],
    decide: (state, args, as) => createCall(state, as, entryOrNull(args, 'context'), {}),
  },
  {
    name: 'from_dict',
    about: 'Creates another call from an export, such as the result of to_dict().',
    parameters: [
      { ...required('source', 'any', 'The export, or the name of the step that returned it.'), isLabel: true },
    ],
    decide: (state, args, as) => createCall(state, as, entryOrNull(args, 'source'), { restored: true }),
  },
];

function createCall(
  state: CallState,
  as: string | undefined,
  source: Value,
  options: Pick<CallMade, 'restored'>,
): CallDecided {
  const context =
    source instanceof CallView
      ? Object.fromEntries(source.keys().map((key) => [key, source.get(key) ?? null]))
      : source;
  if (!isRecord(context)) {
    return refused({
      kind: 'no_dict',
      message: 'A context can be created only from an object such as the result of to_dict().',
    });
  }
  const event: CallMade = { type: 'call-made', call: as ?? freeName(state), context, ...options };
  const call = apply(state, event).otherCalls[event.call];
  return done(call === undefined ? null : new CallView(event.call, call), [event]);
}

function freeName({ otherCalls: beside }: CallState): string {
  let number = Object.keys(beside).length + 2;
  while (Object.hasOwn(beside, `call-${number}`)) number += 1;
  return `call-${number}`;
}
