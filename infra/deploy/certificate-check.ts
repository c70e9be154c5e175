import { ACMClient, type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { Deployment } from '../deployments.ts';
import type { Stage } from '../stages.ts';
import { type Finding, isNamed, ok, refused, warning } from './finding.ts';

/**
 * Whether API Gateway can serve the API under its own domain: the certificate is in the region of the stage, issued,
 * and covers the name. No other part of a stage has a certificate of ours: the console has the name of CloudFront.
 */
export async function checkCertificate({ domain }: Stage, place: Deployment['env']): Promise<Finding> {
  if (domain === undefined) return ok('the API has no domain of its own, and needs no certificate');
  const { name, certificateArn } = domain;
  // Once the domain exists, a deploy does not need the certificate, and must bring the fix of a fault all the same.
  const fault = domain.step === 'made' ? refused : warning;
  const request = `Request a certificate for ${name} in ${place.region}, and write its ARN into infra/deployments.ts.`;
  const [, , , region, account] = certificateArn.split(':');
  if (region !== place.region || account !== place.account) {
    return fault(
      `The certificate of ${name} belongs to account ${account} and region ${region}. API Gateway takes only ` +
        `certificates of account ${place.account} and region ${place.region}.`,
      request,
    );
  }
  const certificate = await certificateOf(certificateArn, region);
  if (certificate === undefined) return fault(`There is no certificate ${certificateArn}.`, request);
  const { Status, SubjectAlternativeNames: names = [] } = certificate;
  if (Status === 'PENDING_VALIDATION') {
    return fault(
      `The certificate of ${name} is not issued yet: ACM waits for its DNS.`,
      'Create the CNAME that ACM shows for the certificate, and run preflight again when ACM has issued it.',
    );
  }
  if (Status !== 'ISSUED') return fault(`The certificate of ${name} is not valid: ACM says ${Status}.`, request);
  return names.some((each) => covers(each, name))
    ? ok(`the certificate of ${name} is issued`)
    : fault(`The certificate is for ${names.join(', ')}, and not for ${name}.`, request);
}

async function certificateOf(CertificateArn: string, region: string): Promise<CertificateDetail | undefined> {
  try {
    return (await new ACMClient({ region }).send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

/** A wildcard stands for one label: `*.example.com` covers `api.example.com`, and not `a.b.example.com`. */
const covers = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.startsWith('*.') && pattern.slice(1) === name.slice(name.indexOf('.')));
