import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, jest } from '@jest/globals';
import type { Deps } from '../../../lib/platform/deps.ts';
import { withExtras } from '../../../lib/platform/http/extras.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';

describe('withExtras', () => {
  const depsWith = (table: () => Table): Deps => ({
    stage: 'test',
    get table() {
      return table();
    },
    now: () => new Date(0),
    newId: () => 'id',
    randomBytes: (size) => Buffer.alloc(size),
  });

  it('makes each dependency once, on first use', () => {
    const open = jest.fn(() => openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' })));
    const make = jest.fn((deps: Deps) => ({ madeFor: deps.stage }));
    const extended = withExtras(depsWith(open), { thing: make });
    expect(make).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
    expect(extended.thing).toBe(extended.thing);
    expect(extended.thing).toEqual({ madeFor: 'test' });
    expect(make).toHaveBeenCalledTimes(1);
    expect(extended.table.name).toBe('a-table');
  });

  it('returns an object that can be spread without losing a dependency', () => {
    const table = openTable('a-table', new DynamoDBClient({ region: 'eu-central-1' }));
    const spread = {
      ...withExtras(
        depsWith(() => table),
        { thing: () => 1 },
      ),
    };
    expect(spread).toMatchObject({ stage: 'test', thing: 1 });
    expect(spread.table).toBe(table);
    expect(spread.newId()).toBe('id');
    expect(spread.now()).toEqual(new Date(0));
  });
});
