interface Exception {
  readonly file: string;
  /** As it stands there. */
  readonly written: string;
  /** Which text it reads, and why that is short; or of what it is put together. */
  readonly reason: string;
}

/**
 * Patterns that may take the square of their text's length, since the text is short and our own code wrote it; and those that
 * are put together while the program runs, from parts that our own code wrote. That a text comes from outside is no reason, and
 * no pattern is made of such a text: it is written anew, or becomes a scanner.
 */
export const exceptions: readonly Exception[] = [
  {
    file: 'src/engine/cel/conformance/conformance.ts',
    written: '/index .*out of range|index out of range/',
    reason: 'our own messages, in a test against the official data',
  },
  {
    file: 'src/engine/cel/declarations/signature.ts',
    written: '/^(?:(?<receiver>\\S.*?) \\. )?(?<name>[^\\s(]+)\\((?<parameters>.*)\\): (?<result>.+)$/',
    reason: 'signatures of functions, which stand in our own sources',
  },
  {
    file: 'src/ui/editor/celSyntax.ts',
    written: 'new RegExp(quote)',
    reason: 'a quote, or three: constants of the same file',
  },
  {
    file: 'src/ui/editor/celSyntax.ts',
    written: 'new RegExp(plain)',
    reason: 'characters that are neither quote nor backslash: constants of the same file',
  },
];

/** Files whose patterns are Monaco's: it tries each only where it stands in a line, and colours no line above 20 000 characters. */
export const anchored: readonly string[] = ['src/panels/policy/yamlLanguage.ts', 'src/ui/editor/celSyntax.ts'];
