import { namedStage } from './named-stage.ts';
import { preflight } from './preflight.ts';

// `npm run preflight -- STAGE`: the exit code is 1 if the stage cannot deploy.
if (!(await preflight(namedStage('preflight'), console.log))) process.exitCode = 1;
