import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROLES } from '../../platform/hosting/roles';
import { root } from '../../packages/node/folders';

const read = (guide: string) => readFileSync(path.join(root, 'shell/docs', guide), 'utf8');
const operating = read('operating.md');

/** @returns the blocks of code of a guide. */
function blocksIn(guide: string, language: 'sh' | 'sql' | 'ini'): readonly string[] {
  const fences = new RegExp(`^( *)\`\`\`${language}\n(.*?)^\\1\`\`\``, 'gms');
  return [...guide.matchAll(fences)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The blocks of commands in the operators' guide. */
export const commandBlocks = blocksIn(operating, 'sh');

function only(blocks: readonly string[], text: string): string {
  const whole = blocks.filter((block) => block === text);
  const [found, ...others] = whole.length > 0 ? whole : blocks.filter((block) => block.includes(text));
  if (found === undefined || others.length > 0)
    throw new Error(`${found === undefined ? 'No block contains' : 'Several blocks contain'} "${text}".`);
  return found;
}

/** @returns the only block of commands in the operators' guide that contains a text. */
export const commandBlock = (text: string) => only(commandBlocks, text);

/** @returns the only block of statements in the operators' guide or in the one about security that contains a text. */
export const sqlBlock = (text: string) =>
  only([...blocksIn(operating, 'sql'), ...blocksIn(read('security.md'), 'sql')], text);

/** What the operators' guide changes in the settings for a rehearsal of payments. */
export function rehearsalSettings(): Readonly<Record<string, string>> {
  const lines = only(blocksIn(operating, 'ini'), 'PAYPAL_SANDBOX').matchAll(/^(\w+)=(.+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** The secrets that the operators' guide lists: name, content and roles of each row. */
export function listedSecrets(): readonly { names: string[]; content: string; roles: string[] }[] {
  const [, table = ''] = /### Store the secrets\n(.*?)\n###/s.exec(operating) ?? [];
  const quoted = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return [...table.matchAll(/^\| (`.*)\|$/gm)].map(([, row = '']) => {
    const [names, content = '', roles = ''] = row.split(' | ');
    const listed = quoted(roles);
    const all = Object.keys(ROLES);
    return {
      names: quoted(names),
      content,
      roles: roles.startsWith('all but') ? all.filter((role) => !listed.includes(role)) : listed,
    };
  });
}
