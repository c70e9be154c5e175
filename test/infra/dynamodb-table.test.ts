import { describe, expect, it } from '@jest/globals';
import { ReadableTemplate } from './template.ts';

describe('A stage with a restored table', () => {
  const template = new ReadableTemplate('other-prod');

  it('gives the restored table to every function that uses a table, and to no function another table', () => {
    const names = template
      .properties('AWS::Lambda::Function')
      .flatMap(({ Environment }) => JSON.stringify(Environment).match(/"TABLE_NAME":("[^"]*"|\{[^}]*\})/)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names)).toEqual(new Set(['"chainwatch-prod-restored"']));
  });

  it('reads the stream of the restored table', () => {
    const sources = template.properties('AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) => EventSourceArn);
    const streams = sources.map(String).filter((source) => source.includes('/stream/'));
    const stream = 'table/chainwatch-prod-restored/stream/2026-11-23T09:00:00.000';
    expect(streams.map((source) => source.slice(source.indexOf('table/')))).toEqual([stream, stream]);
  });

  it('lets the roles use the restored table and its index alone', () => {
    const policies = JSON.stringify(template.properties('AWS::IAM::Role'));
    expect(policies).toContain('table/chainwatch-prod-restored/index/gsi3');
    const [table] = template.all('AWS::DynamoDB::Table');
    expect(table?.DeletionPolicy).toBe('RetainExceptOnCreate');
    const { resources } = template;
    const id = Object.keys(resources).find((name) => resources[name]?.Type === 'AWS::DynamoDB::Table') ?? '';
    expect(policies).not.toContain(id);
  });
});

describe('The data key of prod', () => {
  it('has a replica in another region', () => {
    const secrets = new ReadableTemplate('prod').properties('AWS::SecretsManager::Secret');
    expect(secrets).toContainEqual(expect.objectContaining({ ReplicaRegions: [{ Region: 'eu-central-1' }] }));
  });
});
