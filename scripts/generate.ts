import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run generate` writes every generated file, and `npm run generated` (--check) compares them with what the code
// generates. The order matters: the types of the client derive from the OpenAPI document.
const GENERATORS = ['openapi', 'sdk-types', 'states', 'rule-templates', 'alarms', 'costs', 'selectors'];

for (const name of GENERATORS) {
  const file = join(import.meta.dirname, `write-${name}.ts`);
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
