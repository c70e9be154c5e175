import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { everyStage } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

// CloudFormation cannot change an index, and adds or deletes one index in an update. The golden file holds the keys and
// the indexes of the last release. CONTRIBUTING.md says how an index changes.
const Index = z.object({ keys: z.array(z.string()), projection: z.unknown() });
const Released = z.object({ keys: z.array(z.string()), indexes: z.record(z.string(), Index) });
const file = new URL('../golden/table/indexes.json', import.meta.url);
const released = Released.parse(JSON.parse(readFileSync(file, 'utf8')));

const Keys = z
  .array(z.object({ AttributeName: z.string(), KeyType: z.string() }))
  .transform((keys) => keys.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`));
const Table = z.object({
  KeySchema: Keys,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: Keys, Projection: z.unknown() })),
});

describe.each(everyStage)('The table of stage $name', (stage) => {
  const table = Table.parse(new ReadableTemplate(stage.name).one('AWS::DynamoDB::Table'));
  const indexes = Object.fromEntries(
    table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      { keys: KeySchema, projection: Projection },
    ]),
  );

  it('keeps its keys, because another key would replace the table', () => {
    expect(table.KeySchema).toEqual(released.keys);
  });

  it('changes no index in place: a changed index gets another name', () => {
    for (const [name, index] of Object.entries(indexes)) expect(released.indexes[name] ?? index).toEqual(index);
  });

  it('adds or drops at most one index since the last release', () => {
    const [before, after] = [Object.keys(released.indexes), Object.keys(indexes)];
    const changed = [
      ...before.filter((name) => !after.includes(name)),
      ...after.filter((name) => !before.includes(name)),
    ];
    expect(changed.length).toBeLessThanOrEqual(1);
  });
});
