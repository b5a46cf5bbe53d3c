import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** How a text leaves the page at a place. */
type Way =
  /** Stand-ins take the place of private values. */
  | 'with stand-ins'
  /** It was chosen on purpose and is unchanged; the page then says which private values are in it, and offers stand-ins. */
  | 'as it is, and says so'
  /** It holds nothing of a recording, and nothing that the user wrote. */
  | 'nothing private'
  /** Not a way out by itself: others go through it. */
  | 'shared';

/** Each file whose code copies a text, makes a download or notifies, and its words in docs/sharing.md. */
const places: { readonly [file: string]: readonly [way: Way, words: string] } = {
  'src/ui/CopyButton.tsx': ['shared', ''],
  'src/panels/download.ts': ['shared', ''],
  'src/panels/CopyAsItIs.tsx': ['as it is, and says so', 'copied values'],
  'src/panels/textsOut.ts': ['shared', ''],
  'src/panels/export/waysOut.ts': ['with stand-ins', 'hand over this text and nothing else'],
  'src/panels/savePicture.ts': ['with stand-ins', 'Pictures'],
  'src/panels/sessionActions.ts': ['with stand-ins', 'Download the records'],
  'src/panels/watchLive.ts': ['with stand-ins', 'notification'],
  'src/panels/report/ReportDialog.tsx': ['with stand-ins', 'import report'],
  'src/panels/run/useRun.ts': ['with stand-ins', 'Save script'],
  'src/panels/FocusedValue.tsx': ['as it is, and says so', 'copied values'],
  'src/panels/LongText.tsx': ['as it is, and says so', 'copied values'],
  'src/panels/inspector/CallView.tsx': ['as it is, and says so', 'paths'],
  'src/panels/templates/Filled.tsx': ['as it is, and says so', 'filled template'],
  'src/panels/transcript/useRowActions.ts': ['as it is, and says so', 'messages and calls'],
  'src/panels/refused/RefusedDialog.tsx': ['as it is, and says so', 'could not be opened'],
  'src/panels/policy/PolicyPanel.tsx': ['as it is, and says so', 'policy’s text'],
  'src/panels/backtest/MarksBar.tsx': ['as it is, and says so', 'marks'],
  'src/panels/settings/MappingItem.tsx': ['as it is, and says so', 'mapping'],
  'src/panels/mapping/MappingActions.tsx': ['as it is, and says so', 'mapping'],
  'src/panels/mapping/MappingEditor.tsx': ['as it is, and says so', 'mapping'],
  'src/panels/settings/KeptSection.tsx': ['as it is, and says so', 'set aside'],
  'src/panels/live/CopyLine.tsx': ['nothing private', ''],
  'src/app/specimens/Specimens.tsx': ['nothing private', ''],
};

/** What the browser offers for a text to leave the page, beside requests, which the page’s policy forbids. */
const byBrowser =
  /clipboard\s*\.\s*write|\.download = |createObjectURL|showSaveFilePicker|execCommand|navigator\.share|mailto:|new Notification\(|clipboardData\.setData|window\.open\(/;
const byOthers = /<Copy(?:Button|AsItIs)\b|\b(?:download|copyAsItIs|saveWithStandIns|useSaveAsItIs)\(/;

const code = projectFiles().filter(
  (path) => /^src\/(?:ui|panels|app|services|state|worker|main)\b.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);

test('every place that copies or downloads a text is listed with how it leaves', () => {
  const found = code.filter((path) => byBrowser.test(read(path)) || byOthers.test(read(path)));
  // The address of a script, which leads nowhere else.
  const inside = ['src/services/single-file/spawn-worker.ts'];
  expect(found.filter((path) => !inside.includes(path)).toSorted()).toEqual(Object.keys(places).toSorted());
});

test('the browser’s own ways are used by few files', () => {
  const users = code.filter((path) => byBrowser.test(read(path)));
  expect(users.toSorted()).toEqual([
    'src/panels/download.ts',
    'src/panels/export/waysOut.ts',
    'src/panels/textsOut.ts',
    'src/panels/watchLive.ts',
    'src/services/single-file/spawn-worker.ts',
    'src/ui/CopyButton.tsx',
  ]);
});

/** What the code of a place must have, and must not have. */
const signs: { readonly [W in Way]: readonly [has: RegExp, lacks: RegExp] } = {
  // The dialog hands over what the engine made; others ask for stand-ins themselves.
  'with stand-ins': [/hidingWith\(|hide\(|saveWithStandIns\(|Outgoing/, /CopyAsItIs|AsItIs\(/],
  'as it is, and says so': [/CopyAsItIs\b|copyAsItIs\(|useSaveAsItIs\(/, /\bdownload\(|clipboard/],
  'nothing private': [/CopyButton/, /AsItIs/],
  shared: [/./, /hidingWith/],
};

test.each(Object.entries(places))('%s leaves %s', (file, [way, words]) => {
  const [has, lacks] = signs[way];
  expect(read(file)).toMatch(has);
  expect(read(file)).not.toMatch(lacks);
  expect(read('docs/sharing.md')).toContain(words);
});
