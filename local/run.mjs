// Runs a script of this folder, as in `node local/run.mjs cli/start.ts --port 4000`. This file is plain JavaScript: an
// older Node cannot read the TypeScript of the script, and would only say ERR_UNKNOWN_FILE_EXTENSION.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The scripts use `await using`. */
const OLDEST_NODE = 24;

const problem = () => {
  if (!existsSync(new URL('../node_modules/zod', import.meta.url)))
    return 'The packages are missing. Run `npm ci` first.';
  if (Number.parseInt(process.version.slice(1), 10) >= OLDEST_NODE) return undefined;
  const here = `This is Node ${process.version} on ${process.platform}-${process.arch}`;
  return existsSync(new URL('../node_modules/.bin/node', import.meta.url))
    ? `${here}. \`npm ci\` has installed Node ${OLDEST_NODE}: start with \`npm start\`, which uses it.`
    : `${here}, and the local stack needs Node ${OLDEST_NODE} or later. On Linux \`npm ci\` installs it.`;
};

const found = problem();
if (found !== undefined) {
  console.error(found);
  process.exit(1);
}
const script = new URL(process.argv[2] ?? 'cli/start.ts', import.meta.url);
process.argv.splice(1, 2, fileURLToPath(script));
await import(script.href);
