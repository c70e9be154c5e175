import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { resolveTemplate } from '../../../local/aws/template.ts';

const place = { stackName: 'chainwatch-local', awsEndpoint: 'http://127.0.0.1:4000' };

const resources = {
  Orders: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'orders' } },
  Key: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'chainwatch-local/key' } },
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: { TableName: { 'Fn::Join': ['-', [{ Ref: 'AWS::StackName' }, 't']] } },
  },
  Worker: { Type: 'AWS::Lambda::Function', Properties: {}, Metadata: { 'aws:asset:path': 'asset.1' } },
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api' } },
};

/** A placeholder of Fn::Sub. */
const variable = (name: string) => `\${${name}}`;

/** Resolves an expression in a template with the resources above. */
function resolved(expression: unknown): unknown {
  const probe = { Type: 'Probe', Properties: { value: expression } };
  const template = resolveTemplate(
    { Resources: { ...resources, Probe: probe }, Parameters: { Size: { Default: 3 } } },
    place,
  );
  return template.resources('Probe', z.object({ value: z.unknown() }))[0]?.properties.value;
}

describe('The resolved template', () => {
  it.each([
    ['a queue by its URL', { Ref: 'Orders' }, 'http://127.0.0.1:4000/000000000000/orders'],
    [
      'a secret by its ARN',
      { Ref: 'Key' },
      'arn:aws:secretsmanager:us-east-1:000000000000:secret:chainwatch-local/key',
    ],
    ['a table by its name', { Ref: 'Table' }, 'chainwatch-local-t'],
    ['a resource without a name by stack and logical id', { Ref: 'Worker' }, 'chainwatch-local-Worker'],
    ['a parameter by its default', { Ref: 'Size' }, 3],
    ['the account', { Ref: 'AWS::AccountId' }, '000000000000'],
  ])('resolves a reference to %s', (_, expression, expected) => {
    expect(resolved(expression)).toBe(expected);
  });

  it.each([
    ['Orders', 'Arn', 'arn:aws:sqs:us-east-1:000000000000:orders'],
    ['Orders', 'QueueName', 'orders'],
    ['Table', 'StreamArn', 'arn:aws:dynamodb:us-east-1:000000000000:table/chainwatch-local-t/stream/local'],
    ['Worker', 'Arn', 'arn:aws:lambda:us-east-1:000000000000:function:chainwatch-local-Worker'],
    ['Api', 'RootResourceId', 'Api.root'],
  ])('resolves of %s the attribute %s', (id, attribute, expected) => {
    expect(resolved({ 'Fn::GetAtt': [id, attribute] })).toBe(expected);
    expect(resolved({ 'Fn::GetAtt': `${id}.${attribute}` })).toBe(expected);
  });

  it('resolves nested Fn::Join, Fn::Split and Fn::Select', () => {
    const region = { 'Fn::Select': [3, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Orders', 'Arn'] }] }] };
    expect(resolved({ 'Fn::Join': ['/', ['a', region, { Ref: 'Size' }]] })).toBe('a/us-east-1/3');
  });

  it('substitutes references, attributes and given values, and keeps escaped placeholders', () => {
    expect(
      resolved({ 'Fn::Sub': `x-${variable('AWS::Region')}-${variable('Orders.QueueName')}-${variable('!Literal')}` }),
    ).toBe(`x-us-east-1-orders-${variable('Literal')}`);
    expect(resolved({ 'Fn::Sub': [`${variable('Name')}!`, { Name: { Ref: 'Table' } }] })).toBe('chainwatch-local-t!');
  });

  it('omits properties with AWS::NoValue', () => {
    expect(resolved([{ Ref: 'AWS::NoValue' }, 'b'])).toEqual(['b']);
    expect(resolved({ a: { Ref: 'AWS::NoValue' }, b: 1 })).toEqual({ b: 1 });
  });

  it('returns the path of the code of a function', () => {
    const template = resolveTemplate({ Resources: resources }, place);
    expect(template.resources('AWS::Lambda::Function', z.object({}))[0]).toMatchObject({
      id: 'Worker',
      asset: 'asset.1',
    });
  });

  it.each([
    ['an unsupported function', { 'Fn::ImportValue': 'x' }, 'does not support Fn::ImportValue'],
    ['a resource that is not there', { Ref: 'Nobody' }, 'refers to Nobody'],
    ['an unsupported attribute', { 'Fn::GetAtt': ['Orders', 'Colour'] }, 'the attribute Colour of Orders'],
  ])('throws an error that names %s', (_, expression, message) => {
    expect(() => resolved(expression)).toThrow(message);
  });
});
