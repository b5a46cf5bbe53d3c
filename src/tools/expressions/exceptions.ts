interface Exception {
  readonly file: string;
  /** The expression in the source text. */
  readonly written: string;
  /** The text that it reads and why that text is short; or the parts that it is built from. */
  readonly reason: string;
}

/**
 * Patterns that may need quadratic time, for short texts that our own code wrote; and patterns that are built at run
 * time from parts that our own code wrote. There is no exception for texts from outside, and no pattern is built from
 * such a text: rewrite the pattern, or write a scanner.
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
    reason: 'signatures of functions, which are in our own sources',
  },
  {
    file: 'src/engine/rules/suggestions.ts',
    written: "new RegExp(pattern, 'g')",
    reason: 'constants of the same file, tried on at most 4 000 characters of a text',
  },
  {
    file: 'src/engine/rules/suggestions.ts',
    written: "new RegExp(String.raw`\\b${word}\\b`, 'i')",
    reason: 'words of the same file',
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
  {
    file: 'src/engine/environments/guardrails.ts',
    written: String.raw`/\$\{\d+:((?:\\.|[^\\}])*)\}/g`,
    reason: 'the guardrails of the same file, each of a line or two',
  },
];

/**
 * Files with patterns for Monaco: it tries a pattern only at the current position of a line, and does not color lines
 * of more than 20 000 characters.
 */
export const anchored: readonly string[] = ['src/panels/policy/yamlLanguage.ts', 'src/ui/editor/celSyntax.ts'];
