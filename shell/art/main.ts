import { writeStatic } from './write-static';

// npx tsx --conditions=source --tsconfig shell/tsconfig.json shell/art/main.ts <folder>
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder the pictures shall be drawn.');
void writeStatic(folder);
