import { expect, it } from '@jest/globals';
import { rememberedWallets } from '../../lib/wallets/remembered-wallets.ts';
import { aWallet, organisation, uuid } from '../support/records.ts';

it('rememberedWallets reads each wallet once', async () => {
  const asked: (readonly string[])[] = [];
  const wallets = rememberedWallets({
    async byId(_organisationId, ids) {
      asked.push(ids);
      return new Map(ids.map((id) => [id, aWallet({ id })]));
    },
  });
  for (const ids of [[uuid(1), uuid(2)], [uuid(2)], [uuid(3), uuid(1)]]) {
    const found = await wallets.byId(organisation, ids);
    expect(ids.map((id) => found.get(id)?.id)).toEqual(ids);
  }
  expect(asked).toEqual([[uuid(1), uuid(2)], [uuid(3)]]);
});
