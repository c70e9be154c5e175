import { LRUCache } from 'lru-cache';
import { growingTo } from '../../values/memo.ts';
import type { KnownParty, PartySource } from '../rules/port/groups.ts';

/** An address and what is known of it take some 300 bytes. */
const MOST_ADDRESSES = 20_000;
const UNKNOWN: KnownParty = { isInBook: false, lists: new Set() };

/**
 * Asks once for each address, because wallets often deal with the same ones. Serves one rule, which asks the same about
 * each address, and one organisation.
 */
export function rememberedParties(parties: PartySource): PartySource {
  const known = new LRUCache<string, KnownParty>(growingTo(MOST_ADDRESSES));
  return {
    ...parties,
    async knownAddresses(organisationId, addresses, about) {
      const remembered = new Map(addresses.flatMap((each) => [[each, known.get(each)] as const]));
      const asked = addresses.filter((each) => remembered.get(each) === undefined);
      const found = asked.length === 0 ? new Map() : await parties.knownAddresses(organisationId, asked, about);
      return new Map(
        addresses.map((each) => {
          const party = remembered.get(each) ?? found.get(each) ?? UNKNOWN;
          known.set(each, party);
          return [each, party];
        }),
      );
    },
  };
}
