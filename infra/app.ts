import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ChainwatchStack } from './stack.ts';
import { local, stages } from './stages.ts';

// STAGE=name synthesises that stage alone, `local` among them. Without it: every stage that deploys, of which
// `cdk deploy chainwatch-<stage>` takes one, so that not even `--all` can deploy the local one.
const { STAGE } = process.env;
const wanted = STAGE === undefined ? stages : [local, ...stages].filter(({ name }) => name === STAGE);
if (wanted.length === 0) throw new Error(`No stage ${STAGE} in infra/stages.ts`);

const app = new App({
  // Where each function's bundle lies, in the template: the local stack reads it there. Set here and not in cdk.json, which
  // only the CLI reads, so that the template is the same without it.
  context: {
    'aws:cdk:enable-asset-metadata': true,
    // What the CDK's own schema rules find fails the synthesis, as what cdk-nag finds does.
    '@aws-cdk/core:validateAgainstDefaultRules': true,
  },
  // They take 2 s, which is for what deploys, not for every start of the local stack.
  builtinCloudFormationValidation: STAGE !== 'local',
  analyticsReporting: false,
  treeMetadata: false,
});
for (const stage of wanted) {
  new ChainwatchStack(app, { stage, codeOf: (handler) => Code.fromAsset(`dist/${handler}`) });
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
