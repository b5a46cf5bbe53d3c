import { monaco } from './monacoFeatures.ts';

export const themeName = 'tokens';

/**
 * Gives Monaco the page's colours. Monaco has one theme for the whole page and needs hex colours, so the tokens are
 * read from the page, again at every change of its theme.
 */
export function followTheme(): void {
  const page = document.documentElement;
  const apply = () => {
    const style = getComputedStyle(page);
    const token = (name: string) => sixDigits(style.getPropertyValue(name));
    monaco.editor.defineTheme(themeName, themeOf(token, bases[page.dataset['theme'] ?? ''] ?? 'vs'));
    monaco.editor.setTheme(themeName);
  };
  apply();
  new MutationObserver(apply).observe(page, { attributeFilter: ['data-theme'] });
}

/**
 * However a colour is written (a build shortens `#ffffff` to `#fff`), a canvas returns it in the form that Monaco
 * needs.
 */
function sixDigits(colour: string): string {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return colour;
  brush.fillStyle = colour;
  return brush.fillStyle;
}

/** Monaco's own themes, for colours without a token. */
const bases: { readonly [theme: string]: monaco.editor.BuiltinTheme } = {
  light: 'vs',
  dark: 'vs-dark',
  contrast: 'hc-black',
};

function themeOf(
  token: (name: string) => string,
  base: monaco.editor.BuiltinTheme,
): monaco.editor.IStandaloneThemeData {
  const colours = Object.entries(monacoColours).map(([name, from]) => [name, token(from)] as const);
  return {
    base,
    inherit: true,
    colors: Object.fromEntries([...colours.filter(([, colour]) => colour !== ''), ...constantColours]),
    rules: Object.entries(tokenColours).map(([name, from]) => ({
      token: name,
      // Token rules take the six digits without `#`.
      foreground: token(from).replace('#', ''),
      ...(name === 'macro' ? { fontStyle: 'italic' } : {}),
    })),
  };
}

const clear = '#00000000';
const constantColours = [['widget.shadow', clear]] as const;

/** Data is brightest: literals and fields are emphasised, punctuation is muted. */
const tokenColours = {
  '': '--data',
  variable: '--data',
  field: '--data',
  function: '--accent',
  macro: '--accent',
  type: '--accent',
  keyword: '--accent',
  constant: '--value-ink',
  number: '--value-ink',
  string: '--pass-ink',
  'string.escape': '--unknown-ink',
  operator: '--chrome',
  delimiter: '--chrome',
  comment: '--chrome',
  invalid: '--error-ink',
} as const;

const monacoColours = {
  'editor.background': '--surface',
  'editor.foreground': '--data',
  'editorCursor.foreground': '--accent',
  'editor.selectionBackground': '--cursor',
  'editor.inactiveSelectionBackground': '--hover',
  // Brackets have one colour at every depth; colours mark literals and names.
  'editorBracketHighlight.foreground1': '--chrome',
  'editorBracketHighlight.foreground2': '--chrome',
  'editorBracketHighlight.foreground3': '--chrome',
  'editorBracketHighlight.unexpectedBracket.foreground': '--error-ink',
  'editorBracketMatch.background': '--hover',
  'editorBracketMatch.border': '--edge',
  'editor.placeholder.foreground': '--chrome',
  'editorError.foreground': '--error',
  'editorWarning.foreground': '--unknown',
  'editorInfo.foreground': '--value',
  'editorWidget.background': '--raised',
  'editorWidget.foreground': '--ink',
  'editorWidget.border': '--hairline',
  'editorHoverWidget.background': '--raised',
  'editorHoverWidget.foreground': '--ink',
  'editorHoverWidget.border': '--hairline',
  'editorSuggestWidget.background': '--raised',
  'editorSuggestWidget.foreground': '--ink',
  'editorSuggestWidget.border': '--hairline',
  'editorSuggestWidget.selectedBackground': '--cursor',
  'editorSuggestWidget.selectedForeground': '--data',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editor.snippetTabstopHighlightBackground': '--hover',
  'editor.snippetTabstopHighlightBorder': '--edge',
  'editor.snippetFinalTabstopHighlightBorder': '--edge',
  'input.background': '--surface',
  'input.foreground': '--data',
  'input.border': '--edge',
  'inputValidation.infoBackground': '--raised',
  'inputValidation.infoForeground': '--ink',
  'inputValidation.infoBorder': '--edge',
  'list.highlightForeground': '--accent',
  'list.hoverBackground': '--hover',
  focusBorder: '--focus',
  'scrollbarSlider.background': '--hairline',
  'scrollbarSlider.hoverBackground': '--edge',
  'scrollbarSlider.activeBackground': '--edge',
  'textCodeBlock.background': '--raised',
} as const;
