import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import { spanOfValues } from '../../importing/spans/span-of-values.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Call } from './format.ts';

export interface PlacedCall {
  readonly call: Call;
  readonly place: Path;
}

/** The calls of one trace. What a model asked for by name is the use of a tool. */
export function spansOf(calls: readonly PlacedCall[]): readonly Span[] {
  const models = calls.filter(({ call }) => isModel(call));
  const asked = new Set(
    models.flatMap(({ call, place }) =>
      conversationIn(call.output, 'output', place, createImportReport()).flatMap((answer) =>
        answer.calls.map(({ name }) => name),
      ),
    ),
  );
  return calls.map((one) => spanOf(one, asked));
}

function spanOf({ call, place }: PlacedCall, asked: ReadonlySet<string>): Span {
  const { inputs, output, exception } = call;
  const name = nameOf(call);
  const kind = kindOf(call, name, asked);
  const held = (report: ImportReport) => [
    timeIn(call, 'started_at', place, report),
    timeIn(call, 'ended_at', place, report),
  ];
  const [start, end] = held(createImportReport());
  return spanOfValues({
    id: call.id,
    parent: call.parent_id,
    name,
    kind,
    place,
    start,
    end,
    error: exception === undefined || exception === '' ? undefined : withoutTraceback(exception),
    model: kind === 'model' ? modelIn(call) : undefined,
    tokens: kind === 'model' ? usageIn(call) : undefined,
    given: { value: kind === 'tool' ? argumentsIn(inputs) : inputs, place: [...place, 'inputs'] },
    gave: { value: output, place: [...place, 'output'] },
    offered: elementsOf(valueAt(inputs ?? null, ['tools']) ?? null).flatMap(nameIn),
    assumed: held,
  });
}

/** `weave:///team/project/op/openai.chat.completions.create:3fA…` */
const nameOf = ({ op_name }: Call): string => /(?:^|\/)([^/:]+)(?::[^/:]*)?$/.exec(op_name)?.[1] ?? op_name;

/**
 * | call | is |
 * | --- | --- |
 * | with a kind of its own (`attributes.weave.kind`) that is `llm`, `tool`, `agent` or `search` | that |
 * | whose inputs name a model and hold a prompt | a model call |
 * | of an op that bears the name of a function which a model asked for | the use of a tool |
 * | any other | a step of the program |
 */
function kindOf(call: Call, name: string, asked: ReadonlySet<string>): SpanKind {
  const said = valueAt(call.attributes ?? {}, ['weave', 'kind']) ?? call.attributes?.['kind'];
  const known = typeof said === 'string' ? kinds.get(said) : undefined;
  if (known !== undefined) return known;
  if (isModel(call)) return 'model';
  return asked.has(name) ? 'tool' : 'other';
}

const kinds: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['search', 'retriever'],
]);

const prompts = ['messages', 'contents', 'input', 'prompt'];

const isModel = ({ inputs }: Call): boolean =>
  inputs !== undefined &&
  isRecord(inputs) &&
  typeof inputs['model'] === 'string' &&
  prompts.some((key) => inputs[key] !== undefined && inputs[key] !== null);

function modelIn({ inputs, output, summary }: Call): string | undefined {
  const [used] = Object.keys(summary?.usage ?? {});
  const model = valueAt(output ?? null, ['model']) ?? valueAt(inputs ?? null, ['model']) ?? used;
  return typeof model === 'string' ? model : undefined;
}

/** Of one model call there is the usage of one model. */
function usageIn({ output, summary }: Call) {
  const [used] = Object.values(summary?.usage ?? {});
  return tokensOf(used) ?? tokensOf(valueAt(output ?? null, ['usage']));
}

function timeIn(call: Call, key: 'started_at' | 'ended_at', place: Path, report: ImportReport): bigint | undefined {
  const instant = readInstant(call[key], [...place, key], report);
  return instant === undefined ? undefined : nanosOf(instant);
}

/** An op that is a method has the object it belongs to among its inputs. */
function argumentsIn(inputs: Value | undefined): Value | undefined {
  if (inputs === undefined || !isRecord(inputs) || !('self' in inputs)) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== 'self')) satisfies RecordValue;
}

const withoutTraceback = (exception: string): string =>
  exception.startsWith('Traceback') ? (exception.trim().split('\n').at(-1) ?? exception) : exception;

function nameIn(tool: Value): readonly string[] {
  const name = valueAt(tool, ['function', 'name']) ?? valueAt(tool, ['name']);
  return typeof name === 'string' ? [name] : [];
}
