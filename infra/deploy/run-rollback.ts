import { LambdaClient } from '@aws-sdk/client-lambda';
import { releasedNames } from '../released-functions.ts';
import { rollBack } from './function-versions.ts';
import { namedStage } from './named-stage.ts';

// `npm run rollback -- STAGE [FUNCTION ...]`: the exit code is 1 if a function could not go back.
const stage = namedStage('rollback');
const names = process.argv.slice(3);
if (!names.every((name) => releasedNames.includes(name))) {
  console.error(`FUNCTION is one of ${releasedNames.join(', ')}.`);
  process.exit(2);
}
const client = new LambdaClient({ region: stage.env?.region });
if (!(await rollBack(client, stage, names, console.log))) process.exitCode = 1;
