import type { SystemId } from '../../../model/session.ts';
import { a2aForms } from './a2a.ts';
import { adkForms } from './adk.ts';
import type { Forms } from './forms.ts';
import { noeticForms } from './noetic.ts';
import { taskForms } from './task.ts';
import { voiceForms } from './voice.ts';

const forms: { readonly [S in SystemId]: Forms } = {
  task: taskForms,
  a2a: a2aForms,
  adk: adkForms,
  noetic: noeticForms,
  voice: voiceForms,
};

export const formsOf = (id: SystemId): Forms => forms[id];
