import { monaco } from './monacoFeatures.ts';

export const themeName = 'tokens';

/**
 * Keeps Monaco in the page's colours. Monaco has one theme for the whole page and wants plain hex colours,
 * so the tokens are read from the page, and read again whenever its theme changes.
 */
export function followTheme(): () => void {
  const page = document.documentElement;
  const apply = () => {
    const style = getComputedStyle(page);
    const token = (name: string) => sixDigits(style.getPropertyValue(name));
    monaco.editor.defineTheme(themeName, themeOf(token, bases[page.dataset['theme'] ?? ''] ?? 'vs'));
    monaco.editor.setTheme(themeName);
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(page, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** However a colour is written (a build shortens `#ffffff` to `#fff`), a canvas gives it back in Monaco's way. */
function sixDigits(colour: string): string {
  const brush = document.createElement('canvas').getContext('2d');
  if (brush === null) return colour;
  brush.fillStyle = colour;
  return brush.fillStyle;
}

/** Monaco's own themes, for what the tokens do not name. */
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
      // Rules take the six digits alone.
      foreground: token(from).replace('#', ''),
      ...(name === 'macro' ? { fontStyle: 'italic' } : {}),
    })),
  };
}

const clear = '#00000000';
const constantColours = [['widget.shadow', clear]] as const;

/** Data is the brightest: literals and fields stand out, punctuation recedes. */
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
  // The colours are for literals and names; a bracket is a bracket, however deep.
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
