import { compareReports, versionProblem } from './compatibility';

const report = (...declarations: readonly string[]) =>
  ['## API Report File', '```ts', "import { JSX } from 'react';", ...declarations, '```'].join('\n\n');

const BUTTON = '// @public\nexport function Button(props: ButtonProps): JSX.Element;';
const PROPS = 'interface ButtonProps {\n    // (undocumented)\n    readonly size?: number;\n}';
const ICONS = "// @public\nexport const icons: {\n    readonly cart: 'M4 4h16';\n    readonly gap: 4;\n};";
const HOST = 'export interface Host {\n    readonly api: Api;\n}';
const NAMES = "const NAMES: readonly ['blog', 'legal'];";
const earlier = report(BUTTON, PROPS, ICONS, HOST, NAMES, 'export { paths }');
/** @param text of the earlier report, and what stands there instead. */
const changed = (text: string, other: string) => compareReports(earlier, earlier.replace(text, other));

test.each([
  ['an export is removed', 'export { paths }', '', 'paths is removed'],
  ['a member is removed', '    readonly api: Api;\n', '', 'Host has no longer: readonly api: Api;'],
  [
    'a parameter is added',
    'props: ButtonProps)',
    'props: ButtonProps, id: string)',
    'Button has no longer: export function Button(props: ButtonProps): JSX.Element;',
  ],
  [
    'an optional property becomes required',
    'size?: number',
    'size: number',
    'ButtonProps has no longer: readonly size?: number;',
  ],
  [
    'a required property is added',
    'readonly size?: number;',
    'readonly size?: number;\n    readonly label: string;',
    'ButtonProps has now: readonly label: string;',
  ],
])('is breaking: %s', (_name, text, other, expected) => {
  expect(changed(text, other).breaking[0]).toBe(expected);
});

test.each([
  ['an export', '```ts\n', '```ts\n\nexport { calls }\n', 'calls is new'],
  [
    'an optional property',
    'size?: number;',
    'size?: number;\n    wide?: boolean;',
    'ButtonProps has now: wide?: boolean;',
  ],
  [
    'an own declaration of what was handed on',
    'export { paths }',
    'export const paths: Paths;',
    'paths is declared by the package itself',
  ],
  ['a name of a list', "'blog', ", "'blog', 'contact', ", "NAMES has now: 'contact'"],
  [
    'a service of the host',
    'api: Api;',
    'api: Api;\n    readonly log: Log;',
    'Host has now: readonly log: Log;',
  ],
])('is an addition: %s', (_name, text, other, expected) => {
  expect(changed(text, other)).toEqual({ breaking: [], added: [expected] });
});

test.each([
  ['a colour or a drawing', "'M4 4h16'", "'M5 4h15'"],
  ['a number of a constant', 'gap: 4', 'gap: 8'],
  ['a comment', '// @public\nexport function', '// @public @deprecated\nexport function'],
])('is no change for callers: %s', (_name, text, other) => {
  expect(changed(text, other)).toEqual({ breaking: [], added: [] });
});

test.each([
  [
    'a breaking change',
    ['Host is removed'],
    ['3.0.0', '4.1.0'],
    ['2.1.0', '2.2.0', '2.1.1', '1.9.0', '3.0.0-next'],
  ],
  ['an addition', [], ['3.0.0', '2.2.0'], ['2.1.0', '2.1.1', '2.0.0']],
])('%s needs a version of its kind', (_name, breaking, accepted, refused) => {
  const problem = (version: string) =>
    versionProblem('2.1.0', version, { breaking, added: ['calls is new', 'log is new'] });
  expect(accepted.filter(problem)).toEqual([]);
  expect(refused.filter((version) => !problem(version))).toEqual([]);
  expect(problem('2.1.1')).toBe(
    breaking.length > 0
      ? '2.1.1 must be a new major version after 2.1.0: Host is removed, and 2 more'
      : '2.1.1 must be a new minor version after 2.1.0: calls is new, and 1 more',
  );
});

test('equal reports need no new version', () => {
  expect(versionProblem('2.1.0', '2.1.0', compareReports(earlier, earlier))).toBeUndefined();
});
