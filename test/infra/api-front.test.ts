import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ReadableTemplate } from './template.ts';

describe('A stage with a domain', () => {
  const template = new ReadableTemplate('other-prod');

  it('serves the API under it with TLS 1.2, at the root of the domain', () => {
    expect(template.one('AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: expect.stringContaining(':certificate/1'),
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    const mapping = template.one('AWS::ApiGateway::BasePathMapping');
    expect(mapping.Stage).toMatch(/^RestApiDeploymentStage/);
    expect(mapping).not.toHaveProperty('BasePath');
  });

  const own = /^https:\/\/chainwatch-prod\.execute-api\..+\/prod$/;

  it.each([
    ['plain', own, false],
    ['domain-made', own, false],
    ['domain-used', 'https://api.example.com', false],
    ['domain-only', 'https://api.example.com', true],
  ] as const)('in the step %s links to %s, and closes the address of API Gateway: %s', (variant, url, isClosed) => {
    const main = new ReadableTemplate(variant);
    const deliver = main.one('AWS::Lambda::Function', { FunctionName: 'chainwatch-prod-deliver' });
    expect(deliver.Environment).toMatchObject({ Variables: { SERVICE_URL: expect.stringMatching(url) } });
    expect(main.outputs.ApiUrl).toMatch(url);
    expect(main.one('AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint).toBe(isClosed);
    expect(main.all('AWS::ApiGateway::DomainName')).toHaveLength(variant === 'plain' ? 0 : 1);
    const console = new ReadableTemplate(variant, 'console');
    const Config = z.object({
      Origins: z.array(z.looseObject({ DomainName: z.string(), OriginPath: z.string().optional() })),
    });
    const { Origins } = Config.parse(console.one('AWS::CloudFront::Distribution').DistributionConfig);
    const ofApi = Origins.filter(({ DomainName }) => /execute-api|^api\.example\.com$/.test(DomainName));
    expect(ofApi.length).toBeGreaterThan(0);
    for (const { DomainName, OriginPath = '' } of ofApi) {
      const [host, path] = url === own ? [/execute-api/, '/prod'] : [/^api\.example\.com$/, ''];
      expect(DomainName).toMatch(host);
      expect(OriginPath).toBe(path);
    }
  });

  it('deploys the API again when it closes or opens its address, which takes effect with a deployment only', () => {
    const deploymentOf = (variant: string) =>
      Object.entries(new ReadableTemplate(variant).resources)
        .filter(([, { Type }]) => Type === 'AWS::ApiGateway::Deployment')
        .map(([id]) => id);
    expect(deploymentOf('domain-only')).not.toEqual(deploymentOf('domain-used'));
    expect(deploymentOf('domain-used')).toEqual(deploymentOf('domain-made'));
  });
});
