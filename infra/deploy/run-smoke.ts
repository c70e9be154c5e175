import { smoke } from './smoke.ts';

// `npm run smoke -- URL`, with or without an admin key in CHAINWATCH_API_KEY: the exit code is 1 if the deployed API
// does not answer as it should.
const [, , baseUrl] = process.argv;
if (baseUrl === undefined) throw new Error('Usage: npm run smoke -- URL');
const wrong = await smoke(baseUrl, { apiKey: process.env.CHAINWATCH_API_KEY });
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else console.log(`${baseUrl} answers as it should.`);
