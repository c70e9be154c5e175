import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { App, CloudFormationValidatePlugin } from 'aws-cdk-lib';
import { ReadableTemplate } from './template.ts';

// The CDK brings the published schemas of CloudFormation's resources. `npm run synth` compares all templates with them.
const plugin = new CloudFormationValidatePlugin();
const appConstruct = new App();
const mistakesIn = (...files: readonly string[]): string[] =>
  plugin
    .validate({
      appConstruct,
      templatePaths: [...files],
      stackTemplates: files.map((templatePath) => ({
        stackConstructPath: templatePath,
        templatePath,
        accountId: undefined,
        region: undefined,
      })),
    })
    .violations.filter(({ severity }) => severity === 'error')
    .map(({ description }) => description);

const folder = mkdtempSync(join(tmpdir(), 'resource-schemas-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('The resource schemas of CloudFormation', () => {
  it('accept every stack of prod, and of prod with everything that a deployment may have', () => {
    const parts = [undefined, 'console', 'monitoring', 'backups', 'copies'] as const;
    const templates = ['prod', 'other-prod']
      .flatMap((variant) => parts.map((part) => new ReadableTemplate(variant, part)))
      .concat(new ReadableTemplate('other-prod', 'network'));
    expect(mistakesIn(...templates.flatMap(({ files }) => files))).toEqual([]);
  });

  it.each([
    ['an unknown property', { QueueNam: 'orders' }, /QueueNam/],
    ['a value of another type', { VisibilityTimeout: 'long' }, /is not of type 'integer'/],
    ['a value beyond its limit', { VisibilityTimeout: 99_999 }, /greater than the maximum/],
  ])('refuse %s', (_, Properties, mistake) => {
    const file = join(folder, 'wrong.template.json');
    writeFileSync(file, JSON.stringify({ Resources: { Wrong: { Type: 'AWS::SQS::Queue', Properties } } }));
    expect(mistakesIn(file)).toEqual([expect.stringMatching(mistake)]);
  });
});
