import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { appStage } from './app-stage.ts';
import { builtPages } from './page-bucket.ts';
import { ChainwatchStack } from './stack.ts';
import { addStacks } from './stage-stacks.ts';
import { local } from './stages.ts';
import { WEB_FOLDER } from './web-pages.ts';

// CREATED_STACKS leaves the protection against deletion out, and EMERGENCY the guard of releases
// (infra/deploy/deploy-steps.ts).
const { CREATED_STACKS = '', EMERGENCY } = process.env;
const released = { created: CREATED_STACKS.split(','), isEmergency: EMERGENCY !== undefined };
const isLocal = appStage === local;

const app = new App({
  // Writes the path of each bundle into the template, where the local stack reads it. The setting must be here, because
  // only the CLI reads cdk.json.
  context: {
    'aws:cdk:enable-asset-metadata': true,
    // A violation of the CDK's own schema rules fails the synthesis, like a finding of cdk-nag.
    '@aws-cdk/core:validateAgainstDefaultRules': true,
  },
  // The validation takes 2 s, too long for every start of the local stack.
  builtinCloudFormationValidation: !isLocal,
  analyticsReporting: false,
  treeMetadata: false,
});
const codeOf = (handler: string) => Code.fromAsset(`dist/${handler}`);
// The local stack serves the pages itself, and nobody watches it.
if (isLocal) new ChainwatchStack(app, { stage: appStage, codeOf });
else addStacks(app, { stage: appStage, codeOf, ...released, pages: builtPages(WEB_FOLDER) });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
