import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ReadableTemplate } from './template.ts';

const prod = new ReadableTemplate('prod');

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

  it('closes the address that API Gateway gives the API, which stays open without a domain', () => {
    expect(template.one('AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint).toBe(true);
    expect(prod.one('AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint).toBe(false);
    expect(prod.all('AWS::ApiGateway::DomainName')).toEqual([]);
  });

  it('has a console that calls the API by the domain', () => {
    const console = new ReadableTemplate('other-prod', 'console');
    const Config = z.object({ Origins: z.array(z.looseObject({ DomainName: z.string() })) });
    const { Origins } = Config.parse(console.one('AWS::CloudFront::Distribution').DistributionConfig);
    const origin = Origins.find(({ DomainName }) => DomainName === 'api.example.com');
    expect(origin).toBeDefined();
    expect(origin).not.toHaveProperty('OriginPath');
  });
});
