import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { builtPages } from './page-bucket.ts';
import { ChainwatchStack } from './stack.ts';
import { addStacks } from './stage-stacks.ts';
import { local, stages } from './stages.ts';
import { WEB_FOLDER } from './web-pages.ts';

// STAGE=name synthesises only this stage, which may be `local`. Without STAGE the app has every stage that deploys:
// `cdk deploy --all` can then never deploy the local stage.
// FIRST_DEPLOY leaves the protection against deletion out, and EMERGENCY the guard of releases
// (infra/deploy/deploy-steps.ts).
const { STAGE, FIRST_DEPLOY, EMERGENCY } = process.env;
const wanted = STAGE === undefined ? stages : [local, ...stages].filter(({ name }) => name === STAGE);
if (wanted.length === 0) throw new Error(`No stage ${STAGE} in infra/stages.ts`);

const app = new App({
  // Writes the path of each bundle into the template, where the local stack reads it. The setting must be here, because
  // only the CLI reads cdk.json.
  context: {
    'aws:cdk:enable-asset-metadata': true,
    // A violation of the CDK's own schema rules fails the synthesis, like a finding of cdk-nag.
    '@aws-cdk/core:validateAgainstDefaultRules': true,
  },
  // The validation takes 2 s, too long for every start of the local stack.
  builtinCloudFormationValidation: STAGE !== 'local',
  analyticsReporting: false,
  treeMetadata: false,
});
for (const stage of wanted) {
  const codeOf = (handler: string) => Code.fromAsset(`dist/${handler}`);
  // The local stack serves the pages itself, and nobody watches it.
  if (stage === local) new ChainwatchStack(app, { stage, codeOf });
  else {
    const [isProtected, isEmergency] = [FIRST_DEPLOY === undefined, EMERGENCY !== undefined];
    addStacks(app, { stage, codeOf, isProtected, isEmergency, pages: builtPages(WEB_FOLDER) });
  }
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
