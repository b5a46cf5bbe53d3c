/** Help while typing. A separate entry point, so that code which only evaluates need not load it. */
export { complete } from './complete.ts';
export { hoverAt } from './hover.ts';
export { inlineValues } from './inline.ts';
export type { InlineValue } from './inline.ts';
export { bindingAt, renamed } from './rename.ts';
export type { Binding } from './rename.ts';
export { signatureAt } from './signature.ts';
export type { SignatureHelp } from './signature.ts';
