import { giveWay } from '../../base/pace.ts';
import { ok } from '../../base/result.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { scopeAt } from '../../engine/rules/hook-scope.ts';
import type { Rule } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import type { WritingApi } from '../writing-protocol.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** Help while the user writes a rule. Its code is loaded at the first call: the ribbon does not wait for it. */
export function writingMethods(sources: OpenSources): Pick<Methods, 'complete' | 'hover' | keyof WritingApi> {
  return {
    complete: asked(sources, async (session, { rule, offset, turn, decisions }) => {
      const { complete } = await help();
      const data = dataAt(session, rule, turn, decisions);
      return ok(complete(rule.expression, offset, await languageOf(session, rule, decisions), data));
    }),
    hover: asked(sources, async (session, { rule, offset, turn, decisions }) => {
      const { hoverAt } = await help();
      const data = dataAt(session, rule, turn, decisions);
      return ok(hoverAt(rule.expression, offset, await languageOf(session, rule, decisions), data));
    }),
    signature: asked(sources, async (session, { rule, offset, decisions }) => {
      const { signatureAt } = await help();
      return ok(signatureAt(rule.expression, offset, await languageOf(session, rule, decisions)));
    }),
    inlineValues: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      // Verdicts that were requested with it come first.
      await giveWay(pace);
      const { inlineValues } = await help();
      const data = dataAt(session, rule, turn, decisions);
      return ok(inlineValues(rule.expression, await languageOf(session, rule, decisions), data));
    }),
    binding: async ({ expression, offset }) => ok((await help()).bindingAt(expression, offset)),
    renameBinding: asked(sources, async (session, { rule, offset, to, decisions }) => {
      const { renamed } = await help();
      return renamed(rule.expression, offset, to, await languageOf(session, rule, decisions));
    }),
    checkGiven: async ({ kind, text }) => {
      const read =
        kind === 'findings'
          ? (await import('../../engine/environments/findings.ts')).readFindings(text)
          : (await import('../../engine/environments/given.ts')).readGiven(text);
      return ok(read.ok ? null : read.problem);
    },
    format: async ({ expression }) => ok((await import('../../engine/cel/format/format.ts')).format(expression)),
    reading: async ({ rule, computes }) => ok((await import('../../engine/rules/reading.ts')).readRule(rule, computes)),
  };
}

const help = () => import('../../engine/cel/complete/index.ts');

async function languageOf(session: OpenSession, rule: Rule, decisions: Decisions) {
  const { ruleLanguage } = await import('../../engine/rules/rule-language.ts');
  return ruleLanguage(session, rule, decisions);
}

function dataAt(session: OpenSession, rule: Rule, turn: TurnIndex, decisions: Decisions) {
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turn);
  return { current: (variable: string) => scope.get(variable) };
}
