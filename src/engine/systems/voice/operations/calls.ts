import { isRecord, MapView, type RecordValue, type Value } from '../../../model/value.ts';
import { required } from '../../parameters.ts';
import { apply } from '../apply.ts';
import { dictOf } from '../dict.ts';
import type { CallMade } from '../event.ts';
import type { CallState } from '../state.ts';
import { done, entryOrNull, refused, type CallDecided, type Operation } from './operation.ts';

/** A call beside the main one, as it was when it was made. */
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

/** Calls of their own: each has its own data, and what one does no other sees. */
export const callOperations: readonly Operation[] = [
  {
    name: 'new_call',
    about: 'Constructs another call, which shares nothing with this one.',
    parameters: [
      required('context', 'map', 'The arguments, such as call_id, tenant_id, workflow_id, user and workflow.'),
    ],
    decide: (state, args, as) => made(state, as, entryOrNull(args, 'context'), {}),
  },
  {
    name: 'from_dict',
    about: 'Makes another call from an export, as to_dict() gives it.',
    parameters: [{ ...required('source', 'any', 'The export, or the name of the step that made it.'), isLabel: true }],
    decide: (state, args, as) => made(state, as, entryOrNull(args, 'source'), { restored: true }),
  },
];

function made(state: CallState, as: string | undefined, given: Value, how: Pick<CallMade, 'restored'>): CallDecided {
  const context =
    given instanceof CallView ? Object.fromEntries(given.keys().map((key) => [key, given.get(key) ?? null])) : given;
  if (!isRecord(context)) {
    return refused({
      kind: 'no_dict',
      message: 'A context is made from an object such as to_dict() gives: this is none.',
    });
  }
  const event: CallMade = { type: 'call-made', call: as ?? freeName(state), context, ...how };
  const call = apply(state, event).beside[event.call];
  return done(call === undefined ? null : new CallView(event.call, call), [event]);
}

function freeName({ beside }: CallState): string {
  let number = Object.keys(beside).length + 2;
  while (Object.hasOwn(beside, `call-${number}`)) number += 1;
  return `call-${number}`;
}
