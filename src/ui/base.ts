/** The look that every part stands on: self-hosted faces, tokens, and what holds for plain elements. */
import '@fontsource-variable/source-sans-3/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './base.css';
