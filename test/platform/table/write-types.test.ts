import { describe, expect, it } from '@jest/globals';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { due } from '../../../lib/platform/table/due-keys.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Update } from '../../../lib/platform/table/write.ts';
import { epochSeconds } from '../../../lib/values/time.ts';
import { organisation, uuid } from '../../support/records.ts';

const update = keys.delivery(organisation, uuid(1));

/** The compiler is the test here: `tsc` fails when a line below `@ts-expect-error` has no error. */
describe('An update of a delivery', () => {
  it('may set the attributes of the delivery, the keys of the indexes and the time of expiry', () => {
    const part: Update<StoredDelivery> = {
      update,
      set: {
        generationStart: 2,
        leaseUntil: null,
        ttl: epochSeconds(new Date(0)),
        ...due.entry('DELIVERY', organisation, uuid(1), '2026-01-01T00:00:00.000Z'),
      },
      add: { attemptsMade: 1 },
      remove: ['gsi3pk', 'postponedUntil'],
    };
    expect(part.update).toBe(update);
  });

  it('may not name an attribute that a delivery does not have', () => {
    const misspelt: readonly Update<StoredDelivery>[] = [
      // @ts-expect-error: the attribute is `generationStart`.
      { update, set: { generatonStart: 2 } },
      // @ts-expect-error: the attribute is `attemptsMade`.
      { update, add: { attemptMade: 1 } },
      // @ts-expect-error: the attribute is `replayId`.
      { update, remove: ['replayBy'] },
      // @ts-expect-error: the third index is `gsi3`.
      { update, set: { gsi4pk: 'partition' } },
    ];
    expect(misspelt).toHaveLength(4);
  });

  it('may not set a value of another type', () => {
    const wrong: readonly Update<StoredDelivery>[] = [
      // @ts-expect-error: a delivery is never `done`.
      { update, set: { status: 'done' } },
      // @ts-expect-error: the expiry is in seconds of the brand `EpochSeconds`.
      { update, set: { ttl: 1_772_366_400_000 } },
    ];
    expect(wrong).toHaveLength(2);
  });
});
