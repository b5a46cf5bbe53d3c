import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { waiting } from '../../importing/transcript/transcript.ts';
import { assumed, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';

/** What an agent calls. */
export type CallKind = 'actionGroup' | 'knowledgeBase' | 'codeInterpreter' | 'agentCollaborator';

export interface Request {
  readonly kind: CallKind;
  readonly name: string;
  readonly input: Value;
  /** The collaborator that is called. */
  readonly collaborator: string | undefined;
  /** The calling program has to carry it out. */
  readonly isReturned: boolean;
  readonly place: Path;
}

export function readRequest({ value, place }: Placed): Request | undefined {
  const request = recordAt(value, 'invocationInput');
  const read = (kind: CallKind, name: string | undefined, input: Value | undefined, isReturned = false) =>
    name === undefined
      ? undefined
      : {
          kind,
          name,
          input: input ?? null,
          collaborator: kind === 'agentCollaborator' ? name : undefined,
          isReturned,
          place,
        };
  const group = recordAt(request, 'actionGroupInvocationInput');
  if (group !== undefined) {
    const named =
      textAt(group, 'function') ?? [textAt(group, 'verb'), textAt(group, 'apiPath')].filter(Boolean).join(' ');
    const isReturned = textAt(group, 'executionType') === 'RETURN_CONTROL';
    return read('actionGroup', named || textAt(group, 'actionGroupName'), parametersOf(group), isReturned);
  }
  const lookup = recordAt(request, 'knowledgeBaseLookupInput');
  if (lookup !== undefined) return read('knowledgeBase', 'knowledge_base', lookup);
  const code = recordAt(request, 'codeInterpreterInvocationInput');
  if (code !== undefined) return read('codeInterpreter', 'code_interpreter', code);
  const other = recordAt(request, 'agentCollaboratorInvocationInput');
  return read('agentCollaborator', textAt(other, 'agentCollaboratorName'), fieldAt(other, ['input.text', 'input']));
}

/** `[{name, type, value}]`, of the path, the query and the body. */
function parametersOf(group: Value): Value {
  const body = recordAt(group, 'requestBody.content');
  const listed = [
    ...elementsAt(group, 'parameters'),
    ...Object.values(body ?? {}).flatMap((list) => (Array.isArray(list) ? (list as readonly Value[]) : [])),
  ];
  return Object.fromEntries(listed.map((one) => [textAt(one, 'name') ?? '', fieldAt(one, 'value') ?? null]));
}

const outputs: { readonly [output: string]: CallKind } = {
  actionGroupInvocationOutput: 'actionGroup',
  knowledgeBaseLookupOutput: 'knowledgeBase',
  codeInterpreterInvocationOutput: 'codeInterpreter',
  agentCollaboratorInvocationOutput: 'agentCollaborator',
};

/** Calls that the agent's model has to make anew. The parser reads the model's answer, so it has no call. */
const repeated: { readonly [source: string]: CallKind } = {
  ACTION_GROUP: 'actionGroup',
  KNOWLEDGE_BASE: 'knowledgeBase',
};

/** The kind of call that an observation answers; none if it does not tell. */
export function resultKinds(step: Value): readonly CallKind[] {
  const again = repeated[textAt(step, 'observation.repromptResponse.source') ?? ''];
  if (again !== undefined) return [again];
  return Object.entries(outputs).flatMap(([key, kind]) =>
    recordAt(step, `observation.${key}`) === undefined ? [] : [kind],
  );
}

/** A second request to the model, because its answer could not be read. */
export const isReprompt = (step: Value): boolean =>
  recordAt(step, 'observation.repromptResponse') !== undefined && resultKinds(step).length === 0;

export function nameOfResult(step: Value): string | undefined {
  const collaborator = textAt(step, 'observation.agentCollaboratorInvocationOutput.agentCollaboratorName');
  const [kind] = resultKinds(step);
  if (kind === 'knowledgeBase') return 'knowledge_base';
  return kind === 'codeInterpreter' ? 'code_interpreter' : collaborator;
}

const noteOutcome = assumed(
  'bedrock-agents/outcome',
  () => 'Results of actions and collaborators do not say whether they failed: each counts as successful.',
);

export function resultIn(step: Value, place: Path, report: ImportReport): CallResult {
  const observation = fieldAt(step, 'observation') ?? null;
  const tookMs = numberAt(
    observation,
    Object.keys(outputs).map((output) => `${output}.metadata.totalTimeMs`),
  );
  const failed = (reason: string): CallResult => ({ outcome: 'error', output: undefined, reason, tookMs });
  const again = textAt(observation, 'repromptResponse.text');
  if (again !== undefined) return failed(again);
  const code = recordAt(observation, 'codeInterpreterInvocationOutput');
  const fault = textAt(code, 'executionError');
  if (fault !== undefined && fault !== '') return failed(fault);
  if (fieldAt(code, 'executionTimeout') === true) return failed('the code ran out of time');
  if (code !== undefined) return { outcome: 'ok', output: code, tookMs };
  const references = fieldAt(observation, 'knowledgeBaseLookupOutput.retrievedReferences');
  if (references !== undefined) return { outcome: 'ok', output: references, tookMs };
  if (fieldAt(observation, 'agentCollaboratorInvocationOutput.output.returnControlPayload') !== undefined)
    return waiting('the collaborator asked the calling program to carry out its calls');
  const text = fieldAt(observation, [
    'actionGroupInvocationOutput.text',
    'agentCollaboratorInvocationOutput.output.text',
  ]);
  noteOutcome(place, report);
  return { outcome: 'ok', output: text ?? (isRecord(observation) ? observation : null), tookMs };
}
