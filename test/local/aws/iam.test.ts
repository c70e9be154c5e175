import { describe, expect, it } from '@jest/globals';
import { AwsError } from '../../../local/aws/aws-answer.ts';
import type { RequiredPermission } from '../../../local/aws/grants.ts';
import { Iam } from '../../../local/aws/iam.ts';
import {
  permissionsForTarget,
  permissionsToInvoke,
  permissionsToSchedule,
  permissionsToSendMail,
} from '../../../local/aws/required-permissions.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/t';

interface Said {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: object;
}

/** A stack with one table and one function `f`, whose role has these statements. Also returns the IAM record. */
function aStack(...statements: Said[]) {
  const Statement = statements.map((statement) => ({ Effect: 'Allow', ...statement }));
  const Policies = [{ PolicyName: 'access', PolicyDocument: { Statement } }];
  const template = resolveTemplate(
    {
      Resources: {
        Table: {
          Type: 'AWS::DynamoDB::Table',
          Properties: { TableName: 't', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
        },
        Role: { Type: 'AWS::IAM::Role', Properties: { Policies } },
        F: {
          Type: 'AWS::Lambda::Function',
          Properties: { FunctionName: 'f', Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
        },
      },
    },
    { stackName: 's', awsEndpoint: 'http://x' },
  );
  const recorded: string[] = [];
  const iam = new Iam(template, (kind, text) => void recorded.push(`${kind} ${text}`));
  const may = (...needs: RequiredPermission[]): boolean => {
    try {
      iam.checkFunction('f', needs);
      return true;
    } catch (error) {
      if (error instanceof AwsError && error.code === 'AccessDeniedException') return false;
      throw error;
    }
  };
  return { iam, recorded, may };
}

const permissionsOf = (target: string, body: object): RequiredPermission[] =>
  permissionsForTarget({ target, body: JSON.stringify(body) }, new Map([['t', 'pk']]));
const dynamoDb = (operation: string, body: object): RequiredPermission[] =>
  permissionsOf(`DynamoDB_20120810.${operation}`, body);
const texts = (needs: RequiredPermission[]): string[] =>
  needs.map(({ action, resource, leadingKeys }) => [action, resource, leadingKeys].filter(Boolean).join(' '));

describe('The permissions that a request requires', () => {
  it.each(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'])(
    'is %s on the table, for the item of its key',
    (action) => {
      const item = { pk: { S: 'a' }, sk: { S: 'b' } };
      const needs = dynamoDb(action, { TableName: 't', ...(action === 'PutItem' ? { Item: item } : { Key: item }) });
      expect(texts(needs)).toEqual([`dynamodb:${action} ${tableArn} a`]);
    },
  );

  it('are dynamodb:Query on the partition of the query, or on its index', () => {
    const values = { ':pk': { S: 'a' }, ':sk': { S: 'b' } };
    const asked = (KeyConditionExpression: string, more: object = {}) =>
      texts(dynamoDb('Query', { TableName: 't', KeyConditionExpression, ExpressionAttributeValues: values, ...more }));
    expect(asked('pk = :pk AND begins_with(sk, :sk)')).toEqual([`dynamodb:Query ${tableArn} a`]);
    const names = { ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' } };
    expect(asked('#s = :sk AND #p = :pk', names)).toEqual([`dynamodb:Query ${tableArn} a`]);
    expect(texts(dynamoDb('Query', { TableName: 't', IndexName: 'gsi1' }))).toEqual([
      `dynamodb:Query ${tableArn}/index/gsi1`,
    ]);
  });

  it('are the permissions of each part of a transaction', () => {
    const Key = { pk: { S: 'k' } };
    const TransactItems = [
      { Put: { TableName: 't', Item: { pk: { S: 'i' } } } },
      { Update: { TableName: 't', Key } },
      { Delete: { TableName: 'u', Key } },
      { ConditionCheck: { TableName: 't', Key } },
    ];
    expect(texts(dynamoDb('TransactWriteItems', { TransactItems }))).toEqual([
      `dynamodb:PutItem ${tableArn} i`,
      `dynamodb:UpdateItem ${tableArn} k`,
      'dynamodb:DeleteItem arn:aws:dynamodb:us-east-1:000000000000:table/u',
      `dynamodb:ConditionCheckItem ${tableArn} k`,
    ]);
    expect(texts(dynamoDb('TransactGetItems', { TransactItems: [{ Get: { TableName: 't', Key } }] }))).toEqual([
      `dynamodb:GetItem ${tableArn} k`,
    ]);
  });

  it('are dynamodb:BatchGetItem on each table of a batch', () => {
    const RequestItems = { t: { Keys: [{ pk: { S: 'a' } }, { pk: { S: 'b' } }] } };
    expect(texts(dynamoDb('BatchGetItem', { RequestItems }))).toEqual([`dynamodb:BatchGetItem ${tableArn} a,b`]);
  });

  it('are the permissions of a single message for a batch of messages', () => {
    const QueueUrl = 'http://127.0.0.1:1/000000000000/q';
    for (const operation of ['SendMessage', 'SendMessageBatch']) {
      expect(texts(permissionsOf(`AmazonSQS.${operation}`, { QueueUrl }))).toEqual([
        'sqs:SendMessage arn:aws:sqs:us-east-1:000000000000:q',
      ]);
    }
  });

  it('name the secret, the function, the schedule with its role, or identity and configuration set of a mail', () => {
    const here = 'us-east-1:000000000000';
    const secret = `arn:aws:secretsmanager:${here}:secret:s`;
    for (const SecretId of ['s', secret]) {
      expect(texts(permissionsOf('secretsmanager.GetSecretValue', { SecretId }))).toEqual([
        `secretsmanager:GetSecretValue ${secret}`,
      ]);
    }
    expect(texts(permissionsToInvoke('g'))).toEqual([`lambda:InvokeFunction arn:aws:lambda:${here}:function:g`]);
    expect(texts(permissionsToSchedule('CreateSchedule', 'g', 'n', 'arn:role'))).toEqual([
      `scheduler:CreateSchedule arn:aws:scheduler:${here}:schedule/g/n`,
      'iam:PassRole arn:role',
    ]);
    expect(texts(permissionsToSendMail('a@example.com', ['example.com'], 'set'))).toEqual([
      `ses:SendEmail arn:aws:ses:${here}:identity/example.com`,
      `ses:SendEmail arn:aws:ses:${here}:configuration-set/set`,
    ]);
  });
});

describe('A role of the template', () => {
  const get = dynamoDb('GetItem', { TableName: 't', Key: { pk: { S: 'a' } } });
  const table = { 'Fn::GetAtt': ['Table', 'Arn'] };

  it('allows its granted actions and no others', () => {
    const { may } = aStack({ Action: 'dynamodb:GetItem', Resource: table });
    expect(may(...get)).toBe(true);
    expect(may(...dynamoDb('PutItem', { TableName: 't', Item: {} }))).toBe(false);
    expect(may(...dynamoDb('GetItem', { TableName: 'u', Key: {} }))).toBe(false);
    expect(may(...dynamoDb('Query', { TableName: 't', IndexName: 'gsi1' }))).toBe(false);
  });

  it('refuses a transaction if one part is not granted', () => {
    const { may } = aStack({ Action: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], Resource: table });
    const transaction = (...parts: string[]) =>
      dynamoDb('TransactWriteItems', { TransactItems: parts.map((part) => ({ [part]: { TableName: 't' } })) });
    expect(may(...transaction('Put', 'Update'))).toBe(true);
    expect(may(...transaction('Put', 'Delete'))).toBe(false);
  });

  it('allows all actions that a pattern covers', () => {
    const { may } = aStack({
      Action: 'scheduler:*',
      Resource: { 'Fn::Sub': 'arn:aws:scheduler:us-east-1:000000000000:schedule/retries/*' },
    });
    expect(may(...permissionsToSchedule('CreateSchedule', 'retries', 'd1'))).toBe(true);
    expect(may(...permissionsToSchedule('CreateSchedule', 'others', 'd1'))).toBe(false);
  });

  it('allows only the partition keys of its condition', () => {
    const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*'] } };
    const { may } = aStack({ Action: 'dynamodb:UpdateItem', Resource: table, Condition: condition });
    const update = (pk: string) => dynamoDb('UpdateItem', { TableName: 't', Key: { pk: { S: pk } } });
    expect(may(...update('RATE#1'))).toBe(true);
    expect(may(...update('ORG#1'))).toBe(false);
    expect(may({ action: 'dynamodb:UpdateItem', resource: tableArn })).toBe(false);
  });

  it('passes a role only to the service of its condition', () => {
    const Condition = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
    const { may } = aStack({ Action: 'iam:PassRole', Resource: 'arn:role', Condition });
    const [, passing] = permissionsToSchedule('CreateSchedule', 'retries', 'd1', 'arn:role');
    expect(passing && may(passing)).toBe(true);
    expect(may({ action: 'iam:PassRole', resource: 'arn:role', passedTo: 'lambda.amazonaws.com' })).toBe(false);
    expect(may({ action: 'iam:PassRole', resource: 'arn:role' })).toBe(false);
  });

  it('belongs to the function whose access key signed the request', () => {
    const { iam } = aStack();
    const signedBy = (key: string) => `AWS4-HMAC-SHA256 Credential=${key}/20260131/us-east-1/sqs/aws4_request, Signed`;
    expect(iam.callerOf(signedBy('f.12'))).toEqual({ functionName: 'f', instance: 12 });
    expect(iam.functionOf(signedBy('f.12'))).toBe('f');
    expect(iam.functionOf(signedBy('g.1'))).toBeUndefined();
    expect(iam.functionOf(signedBy('local'))).toBeUndefined();
  });

  it('causes the same refusal as on AWS', () => {
    const { iam } = aStack();
    expect(() => iam.checkFunction('f', get)).toThrow(
      `User: arn:aws:sts::000000000000:assumed-role/s-Role/f is not authorized to perform: dynamodb:GetItem ` +
        `on resource: ${tableArn}`,
    );
  });

  it('records each used grant once, and each refusal', () => {
    const { iam, may, recorded } = aStack({ Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: table });
    may(...get, ...get);
    may(...dynamoDb('PutItem', { TableName: 't' }));
    expect(recorded).toEqual([`used f dynamodb:GetItem ${tableArn}`, `refused f dynamodb:PutItem ${tableArn}`]);
    expect(iam.all()).toEqual([`f dynamodb:GetItem ${tableArn}`, `f dynamodb:Query ${tableArn}`]);
  });

  it('uses the narrower of two grants, so the wider grant is recorded as unused', () => {
    const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['a*'] } };
    const both = { Action: 'dynamodb:GetItem', Resource: table };
    const { may, recorded } = aStack(both, { ...both, Condition });
    may(...get);
    expect(recorded).toEqual([`used f dynamodb:GetItem ${tableArn} a*`]);
  });
});

describe('The local stack', () => {
  it.each([
    ['a denial', { Effect: 'Deny' }],
    ['a condition of another kind', { Condition: { StringEquals: { 'aws:SourceIp': '1' } } }],
    ['an exception', { NotResource: '*' }],
  ])('refuses a policy with %s, which it does not apply', (_, more) => {
    expect(() => aStack({ Action: 'dynamodb:GetItem', Resource: '*', ...more })).toThrow();
  });
});
