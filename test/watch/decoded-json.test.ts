import { expect, it } from '@jest/globals';
import { DecodedJson } from '../../lib/watch/decoded-json.ts';
import { aDecoded, aMemo } from '../support/records.ts';

it('a decoded transaction that waits in the table keeps what its payment is for', () => {
  const decoded = aDecoded({ destinationTag: 0, references: [aMemo] });
  expect(DecodedJson.parse(JSON.parse(JSON.stringify(decoded)))).toEqual(decoded);
});
