import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Domain } from './deployments.ts';
import type { Stage } from './stages.ts';

/**
 * Serves the API under a domain of its own, which stays the same when the API is made again or moves. The paths of the
 * domain begin with `/api`, without the name of the stage. The DNS of the domain needs a CNAME to the output.
 */
export function serveUnder({ name, certificateArn }: Domain, scope: Construct, api: SpecRestApi): void {
  const domain = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  domain.addBasePathMapping(api, { stage: api.deploymentStage });
  new CfnOutput(scope, 'ApiDomainTarget', { value: domain.domainNameAliasDomainName });
}

/**
 * The public URL of the API. Names the stage: a reference to the stage would order the functions that contain this URL
 * both before and after the stage.
 */
export function serviceUrl(api: SpecRestApi, stage: Stage): string {
  const domain = usedDomain(stage);
  return domain === undefined
    ? `https://${api.restApiId}.execute-api.${Stack.of(api).region}.${Stack.of(api).urlSuffix}/${stage.name}`
    : `https://${domain}`;
}

/** The domain by which links and the console call the API; undefined while they use the address of API Gateway. */
export const usedDomain = ({ domain }: Stage): string | undefined =>
  domain === undefined || domain.step === 'made' ? undefined : domain.name;
