/** The base of every component: self-hosted fonts, tokens, and styles of plain elements. */
import '@fontsource-variable/source-sans-3/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base.css';
