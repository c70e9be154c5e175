import { readFileSync } from 'node:fs';
import { smoke } from './smoke.ts';
import { apiUrlIn } from './stack-outputs.ts';

// `npm run smoke -- URL`, or the file that `cdk deploy --outputs-file` wrote, with or without an admin key in
// CHAINWATCH_API_KEY: the exit code is 1 if the deployed API does not answer as it should.
const [, , target] = process.argv;
if (target === undefined) throw new Error('Usage: npm run smoke -- URL | OUTPUTS.json');
const baseUrl = target.endsWith('.json') ? apiUrlIn(readFileSync(target, 'utf8')) : target;
const wrong = await smoke(baseUrl, { apiKey: process.env.CHAINWATCH_API_KEY });
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else console.log(`${baseUrl} answers as it should.`);
