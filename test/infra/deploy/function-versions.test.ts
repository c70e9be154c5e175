import {
  DeleteFunctionCommand,
  GetAliasCommand,
  LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { deleteOldVersions, rollBack } from '../../../infra/deploy/function-versions.ts';
import { mockedClient } from '../../support/mock-client.ts';
import { stageNamed } from '../stage-variants.ts';

const prod = stageNamed('prod');
const names = ['evaluate-rules', 'deliver', 'authorize', 'list-transactions', 'import-transaction', 'list-events'];

/** A function of Lambda: when each version was published, and which versions its alias names. */
interface Published {
  readonly published: readonly string[];
  readonly live: string;
  readonly trial?: string;
}
let functions: Map<string, Published>;
const stored = (name = ''): Published => {
  const found = functions.get(name.replace('chainwatch-prod-', ''));
  if (found === undefined) throw new Error(`There is no function ${name}`);
  return found;
};
const aliasOf = (name = '') => {
  const { live, trial } = stored(name);
  return {
    Name: 'live',
    FunctionVersion: live,
    RevisionId: `${name} ${live}`,
    ...(trial !== undefined && { RoutingConfig: { AdditionalVersionWeights: { [trial]: 0.1 } } }),
  };
};

const client = new LambdaClient({});
const lambda = mockedClient(LambdaClient);
let lines: string[];
const print = (line: string) => void lines.push(line);

// Scenario: an earlier release has published two versions of each function, the last one a third of deliver and of
// evaluate-rules, a minute apart.
const EARLIER = ['2026-11-01T09:00:00.000+0000', '2026-11-08T09:00:00.000+0000'];
beforeEach(() => {
  lines = [];
  functions = new Map(names.map((name) => [name, { published: EARLIER, live: '2' }]));
  functions.set('deliver', { published: [...EARLIER, '2026-11-15T09:00:00.000+0000'], live: '3' });
  functions.set('evaluate-rules', { published: [...EARLIER, '2026-11-15T09:01:00.000+0000'], live: '3' });
  lambda.reset();
  lambda.on(GetAliasCommand).callsFake(({ FunctionName }) => aliasOf(FunctionName));
  lambda.on(ListAliasesCommand).callsFake(({ FunctionName }) => ({ Aliases: [aliasOf(FunctionName)] }));
  lambda.on(UpdateAliasCommand).resolves({});
  lambda.on(DeleteFunctionCommand).resolves({});
  // Lambda answers a page of two, the oldest versions last.
  lambda.on(ListVersionsByFunctionCommand).callsFake(({ FunctionName, Marker = '0' }) => {
    const { published } = stored(FunctionName);
    const all = published
      .map((LastModified, n) => ({ Version: String(n + 1), LastModified }))
      .concat({ Version: '$LATEST', LastModified: '2026-11-20T09:00:00.000+0000' })
      .reverse();
    const next = Number(Marker) + 2;
    const more = next < all.length ? { NextMarker: String(next) } : {};
    return { Versions: all.slice(Number(Marker), next), ...more };
  });
});

const moved = () =>
  lambda.commandCalls(UpdateAliasCommand).map(({ args: [{ input }] }) => [input.FunctionName, input.FunctionVersion]);

describe('A rollback', () => {
  it('gives the calls of what the last release published back to the versions before', async () => {
    expect(await rollBack(client, prod, [], print)).toBe(true);
    expect(moved()).toEqual([
      ['chainwatch-prod-evaluate-rules', '2'],
      ['chainwatch-prod-deliver', '2'],
    ]);
    expect(lines).toContain('deliver went back from version 3 to 2.');
    expect(lines).toContain('authorize stays at version 2, which an earlier release has published.');
  });

  it('moves one function alone, and further back when it is repeated', async () => {
    expect(await rollBack(client, prod, ['deliver'], print)).toBe(true);
    functions.set('deliver', { ...stored('deliver'), live: '2' });
    expect(await rollBack(client, prod, ['deliver'], print)).toBe(true);
    expect(moved()).toEqual([
      ['chainwatch-prod-deliver', '2'],
      ['chainwatch-prod-deliver', '1'],
    ]);
  });

  it('says that a function has no version before', async () => {
    functions.set('deliver', { ...stored('deliver'), live: '1' });
    expect(await rollBack(client, prod, ['deliver'], print)).toBe(false);
    expect(moved()).toEqual([]);
    expect(lines).toEqual(['deliver has no version before 1.']);
  });

  it('changes nothing while a release is under way, which CodeDeploy would complete', async () => {
    functions.set('deliver', { ...stored('deliver'), live: '2', trial: '3' });
    expect(await rollBack(client, prod, [], print)).toBe(false);
    expect(moved()).toEqual([]);
    expect(lines[0]).toContain('A release of deliver is under way.');
  });

  it('names the revision of the alias, so that it cannot undo what somebody else has done meanwhile', async () => {
    await rollBack(client, prod, ['deliver'], print);
    const [call] = lambda.commandCalls(UpdateAliasCommand);
    expect(call?.args[0].input).toMatchObject({ Name: 'live', RevisionId: 'chainwatch-prod-deliver 3' });
  });
});

describe('After a deploy', () => {
  const deleted = () =>
    lambda.commandCalls(DeleteFunctionCommand).map(({ args: [{ input }] }) => [input.FunctionName, input.Qualifier]);

  it('versions older than the last five are deleted, except one that has calls', async () => {
    const published = Array.from({ length: 8 }, (_, n) => `2026-11-${10 + n}T09:00:00.000+0000`);
    functions.set('deliver', { published, live: '8' });
    functions.set('list-events', { published, live: '2', trial: '8' });
    await deleteOldVersions(client, prod, print);
    expect(deleted()).toEqual([
      ['chainwatch-prod-deliver', '3'],
      ['chainwatch-prod-deliver', '2'],
      ['chainwatch-prod-deliver', '1'],
      ['chainwatch-prod-list-events', '3'],
      ['chainwatch-prod-list-events', '1'],
    ]);
  });

  it('all versions stay while there are five or fewer, and `$LATEST` always does', async () => {
    await deleteOldVersions(client, prod, print);
    expect(deleted()).toEqual([]);
  });
});
