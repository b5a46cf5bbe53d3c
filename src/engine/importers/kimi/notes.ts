import { counted } from '../../importing/import-report.ts';
import { notesOf, times } from '../../importing/journal/journal.ts';

export const notes = notesOf('kimi', {
  line: ['lost', (n) => `${counted(n, 'line')} of an unknown kind left out.`],
  program: [
    'info',
    (n) => `${counted(n, 'line')} about the program itself (settings, requests, spending, goals): not shown as turns.`,
  ],
  compacted: ['info', (n) => `The conversation was compacted ${times(n)}: the model no longer saw what came before.`],
  undone: [
    'info',
    (n) =>
      `The user took something back ${times(n)}: the model no longer saw it, and it is still shown, because it happened.`,
  ],
  cancelled: ['info', (n) => `The user stopped the agent ${times(n)}.`],
  beside: [
    'info',
    (n) =>
      `${counted(n, 'record')} of tokens that no turn spent, such as on compaction: counted in all, and for no turn.`,
  ],
  injected: [
    'info',
    (n) => `${counted(n, 'reminder')} that the program wrote in the user’s role: not counted as input.`,
  ],
  retried: [
    'info',
    (n) => `The model was asked again ${times(n)} after an error: what it had said before is left out.`,
  ],
  unanswered: ['info', (n) => `${counted(n, 'request')} to the model of which nothing came back: not shown as turns.`],
  agent: [
    'info',
    (n) => `What ${counted(n, 'sub-agent')} did is in a journal of its own, which can be opened by itself.`,
  ],
  unsent: ['assumed', (n) => `${counted(n, 'sub-agent')} whom no call in the journal sent: shown at its end.`],
});

/** The first words of the record types in the journal's own definition, and messages to the screen of Kimi CLI. */
export const aboutProgram =
  /^(?:(?:config|cron|file_history|forked|full_compaction|goal|interaction|interruptionReminder|llm|mcp|micro_compaction|permission|plan|plan_mode|plugin|profile|prompt|runtime|skill|subagent|swarm_mode|task|token_counting|tools|tower_mode|turn|usage)(?:\.|$)|wire (?!Tool|Subagent))/;
