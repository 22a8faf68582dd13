import { writeStatic } from './write-static';

// npx tsx --conditions=source --tsconfig shell/tsconfig.json shell/art/main.ts <folder>
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write the pictures to: main.ts <folder>');
void writeStatic(folder);
