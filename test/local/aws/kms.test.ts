import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { AwsError, parsed } from '../../../local/aws/aws-answer.ts';
import { Iam } from '../../../local/aws/iam.ts';
import { GetPublicKey, Kms, Sign } from '../../../local/aws/kms.ts';
import { permissionsForTarget } from '../../../local/aws/required-permissions.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-kms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const roleThat = (action: string) => {
  const statement = { Effect: 'Allow', Action: action, Resource: { 'Fn::GetAtt': ['Signing', 'Arn'] } };
  const Policies = [{ PolicyName: 'access', PolicyDocument: { Statement: [statement] } }];
  return { Type: 'AWS::IAM::Role', Properties: { Policies } };
};
const functionWith = (FunctionName: string, role: string) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { FunctionName, Role: { 'Fn::GetAtt': [role, 'Arn'] } },
});
const signs = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };

/** Two keys that sign, one that encrypts, and a function for each of the two permissions on the first key. */
const template = resolveTemplate(
  {
    Resources: {
      Signing: { Type: 'AWS::KMS::Key', Properties: signs },
      Other: { Type: 'AWS::KMS::Key', Properties: signs },
      Encrypting: { Type: 'AWS::KMS::Key', Properties: {} },
      Signer: roleThat('kms:Sign'),
      Reader: roleThat('kms:GetPublicKey'),
      Signs: functionWith('signs', 'Signer'),
      Reads: functionWith('reads', 'Reader'),
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);
const kms = new Kms(template, new DataDir(folder));
const iam = new Iam(template, () => {});

const Message = Buffer.from('checkpoint').toString('base64');
const request = { KeyId: 's-Signing', Message, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' } as const;

/** The code of the refusal; null for an answer. */
function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AwsError) return error.code;
    throw error;
  }
}

describe('The emulated KMS', () => {
  it('signs with the key that it names, and keeps the key in the data folder', () => {
    const { Signature } = z.object({ Signature: z.base64() }).parse(kms.sign(request));
    const again = new Kms(template, new DataDir(folder)).publicKey({ KeyId: 's-Signing' });
    const { PublicKey } = z.object({ PublicKey: z.base64() }).parse(again);
    const key = createPublicKey({ key: Buffer.from(PublicKey, 'base64'), format: 'der', type: 'spki' });
    expect(verify('sha256', Buffer.from('checkpoint'), key, Buffer.from(Signature, 'base64'))).toBe(true);
  });

  it.each(['s-Nothing', 's-Encrypting', '', '__proto__', 'constructor'])('knows no key %j that signs', (KeyId) => {
    expect(refusalOf(() => kms.sign({ ...request, KeyId }))).toBe('NotFoundException');
    expect(refusalOf(() => kms.publicKey({ KeyId }))).toBe('NotFoundException');
  });

  it.each<[string, object]>([
    ['another algorithm', { SigningAlgorithm: 'ECDSA_SHA_384' }],
    ['a digest', { MessageType: 'DIGEST' }],
    ['no message', { Message: '' }],
    ['a message of more than 4,096 bytes', { Message: Buffer.alloc(4097).toString('base64') }],
    ['a message that is no base64', { Message: '*' }],
    ['an unknown field', { DryRun: true }],
  ])('refuses to sign %s', (_, change) => {
    const body = JSON.stringify({ ...request, ...change });
    expect(refusalOf(() => kms.sign(parsed(Sign, body)))).toBe('ValidationException');
  });

  it('signs a message of 4,096 bytes', () => {
    const body = JSON.stringify({ ...request, Message: Buffer.alloc(4096).toString('base64') });
    expect(refusalOf(() => kms.sign(parsed(Sign, body)))).toBeNull();
    expect(refusalOf(() => kms.publicKey(parsed(GetPublicKey, body)))).toBe('ValidationException');
  });

  it.each([
    ['signs', 'Sign', 's-Signing', null],
    ['signs', 'Sign', 's-Other', 'AccessDeniedException'],
    ['signs', 'GetPublicKey', 's-Signing', 'AccessDeniedException'],
    ['reads', 'GetPublicKey', 's-Signing', null],
    ['reads', 'GetPublicKey', 's-Other', 'AccessDeniedException'],
    ['reads', 'Sign', 's-Signing', 'AccessDeniedException'],
  ])('answers the function %s, which asks for %s with %s: %j', (name, operation, KeyId, refusal) => {
    const asked = { target: `TrentService.${operation}`, body: JSON.stringify({ KeyId }) };
    expect(refusalOf(() => iam.checkFunction(name, permissionsForTarget(asked, new Map())))).toBe(refusal);
  });
});
