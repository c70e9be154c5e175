import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { everyStage } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

describe.each(everyStage)('The mails of the stage $name', ({ name }) => {
  const template = new ReadableTemplate(name);
  const set = `chainwatch-${name}`;

  it('have a configuration set that suppresses addresses after a bounce and after a complaint', () => {
    expect(template.properties('AWS::SES::ConfigurationSet')).toMatchObject([
      {
        Name: set,
        ReputationOptions: { ReputationMetricsEnabled: true },
        SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      },
    ]);
  });

  it('send their bounces and complaints to the function that deactivates addresses', () => {
    expect(template.properties('AWS::SES::ConfigurationSetEventDestination')).toMatchObject([
      {
        ConfigurationSetName: set,
        EventDestination: { Enabled: true, MatchingEventTypes: ['bounce', 'complaint'] },
      },
    ]);
    const rules = template.properties('AWS::Events::Rule').filter(({ EventPattern }) => EventPattern !== undefined);
    expect(rules).toMatchObject([
      {
        EventPattern: {
          source: ['aws.ses'],
          'detail-type': ['Email Bounced', 'Email Complaint Received'],
          detail: { mail: { tags: { 'ses:configuration-set': [set] } } },
        },
        Targets: [{ Arn: `${set}-receive-mail-feedback.Arn` }],
      },
    ]);
    const allowed = template.properties('AWS::Lambda::Permission').map(({ FunctionName }) => FunctionName);
    expect(allowed).toContain(`${set}-receive-mail-feedback.Arn`);
  });

  it('lead to the API by their links', () => {
    const { Variables } = z
      .object({ Variables: z.object({ SERVICE_URL: z.string() }) })
      .parse(template.one('AWS::Lambda::Function', { FunctionName: `${set}-deliver` }).Environment);
    const own = new RegExp(`^https://chainwatch-${name}\\.execute-api\\..+/${name}$`);
    expect(Variables.SERVICE_URL).toMatch(own);
  });
});
