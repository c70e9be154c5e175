import { describe, expect, it } from '@jest/globals';
import { idPrefixOf, transactionId } from '../../lib/transactions/transaction-id.ts';
import { OrganisationId, Uuid } from '../../lib/values/ids.ts';
import { organisation, uuid } from '../support/records.ts';

const other = OrganisationId.parse(uuid(70));

describe('the id of a transaction', () => {
  it('differs by organisation, wallet and hash', () => {
    const ids = [
      transactionId(organisation, uuid(1), '0xa'),
      transactionId(other, uuid(1), '0xa'),
      transactionId(organisation, uuid(2), '0xa'),
      transactionId(organisation, uuid(1), '0xb'),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(transactionId(organisation, uuid(1), '0xa')).toBe(ids[0]);
  });

  it('is a UUID that begins with the characters that its organisation and its hash give', () => {
    const id = transactionId(organisation, uuid(1), '0xa');
    expect(Uuid.parse(id)).toBe(id);
    expect(id.startsWith(idPrefixOf(organisation, '0xa'))).toBe(true);
    expect(transactionId(organisation, uuid(2), '0xa').startsWith(idPrefixOf(organisation, '0xa'))).toBe(true);
    expect(idPrefixOf(organisation, '0xb')).not.toBe(idPrefixOf(organisation, '0xa'));
    expect(idPrefixOf(other, '0xa')).not.toBe(idPrefixOf(organisation, '0xa'));
  });
});
