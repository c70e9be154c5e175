import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ChainwatchStack } from '../../infra/stack.ts';
import { addStacks } from '../../infra/stage-stacks.ts';
import { FINDINGS_FILE, options, variants } from './stage-variants.ts';

// `node test/infra/synthesise.ts FOLDER`: writes the templates of each variant into a folder of its own, and what
// cdk-nag finds. Functions hold a line of code instead of their bundles.
const [folder = ''] = process.argv.slice(2);
const codeOf = () => Code.fromInline('exports.handler = async () => {};');
const pages = Source.data('console/index.html', '<title>Console</title>');

const nag = new AwsSolutionsChecks();
const findingsIn = (stack: Stack): string[] =>
  nag
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

for (const [name, { stage, ...props }] of Object.entries(variants)) {
  const outdir = join(folder, name);
  const app = new App({
    outdir,
    analyticsReporting: false,
    // A template that CloudFormation's published schemas refuse fails this process. The variants of prod hold every
    // type of resource.
    builtinCloudFormationValidation: stage.name === 'prod' && Object.keys(props).length === 0 && !(name in options),
    treeMetadata: false,
    context: {
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      // The assets of the CDK's own functions have 20 MB, and nobody deploys these templates.
      'aws:cdk:disable-asset-staging': true,
    },
  });
  if (stage.name === 'local') new ChainwatchStack(app, { stage, codeOf });
  else addStacks(app, { stage, codeOf, pages, ...props });
  app.synth();
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const findings = Object.fromEntries(stacks.map((stack) => [stack.stackName, findingsIn(stack)]));
  writeFileSync(join(outdir, FINDINGS_FILE), JSON.stringify(findings));
}
