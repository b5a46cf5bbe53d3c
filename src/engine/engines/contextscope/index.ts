import { err, ok } from '../../../base/result.ts';
import { parse, plan, specificationLibrary } from '../../cel/index.ts';
import type { Engine } from '../engine.ts';

/** Our own. A rule of a session is judged on its live scope and with its environment's functions: see `planRule`. */
export const contextscope: Engine = {
  id: 'contextscope',
  version: '0.1.0',
  about: 'The engine of this page.',
  backtracks: false,
  load: async () => (text) => {
    const { expr, problems } = parse(text);
    const [problem] = problems;
    if (problem !== undefined) return err(problem.message);
    const program = plan(expr, specificationLibrary);
    return ok((variables) => program.run(variables));
  },
};
