import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { Destination, Rule, Settings, Wallet, Webhook } from '../../../cli/base/api-values.ts';
import { readManifest } from '../../../cli/manifest/read-manifest.ts';
import { manifestOf, manifestYaml } from '../../../cli/manifest/write-manifest.ts';
import { examples } from '../../../functions/api-document/examples/index.ts';
import { UpdateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { UpdateBookEntry } from '../../../lib/address-book/schema.ts';
import { DestinationMatch } from '../../../lib/alerts/events/match-schema.ts';
import { UpdateRule } from '../../../lib/alerts/rules/schema.ts';
import { destinationBodies } from '../../../lib/channels/destinations/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { UpdateSettings } from '../../../lib/channels/settings/schema.ts';
import { UpdateWallet } from '../../../lib/wallets/schema.ts';
import { UpdateWebhook } from '../../../lib/webhooks/schema.ts';
import type { components } from '../../../sdk/index.ts';

/** The first record that the API answers in the example of a list. */
const firstOf = <T>(route: string): T =>
  z.object({ data: z.tuple([z.custom<T>()]) }).parse(examples[route]?.answers?.[200]).data[0];

const settings = z.custom<Settings>().parse(examples.getSettings?.answers?.[200]);
const wallet = firstOf<Wallet>('listWallets');
const present = {
  families: new Map(),
  wallets: [wallet],
  rules: [firstOf<Rule>('listRules')],
  addressLists: [firstOf<components['schemas']['AddressList']>('listAddressLists')],
  addressBook: [firstOf<components['schemas']['AddressBookEntry']>('listBookEntries')],
  destinations: [firstOf<Destination>('listDestinations')],
  webhooks: [firstOf<Webhook>('listWebhooks')],
  settings,
};
const content = manifestOf(present);

/** A mute is a state of the present, and no configuration. */
const isState = (field: string): boolean => /^mute[A-Zd]/.test(field);

/** What a caller can change, under the names of the file. */
const CHANGEABLE = {
  wallets: Object.keys(UpdateWallet.shape).filter((field) => !isState(field)),
  // `walletIds` is the older name of a part of `wallets`.
  rules: Object.keys(UpdateRule.shape).filter((field) => !isState(field) && field !== 'walletIds'),
  addressLists: Object.keys(UpdateAddressList.shape),
  addressBook: Object.keys(UpdateBookEntry.shape),
  destinations: Object.keys(destinationBodies(channels, DestinationMatch).UpdateDestination.shape),
  // The values of headers are secrets, which no answer of the API shows.
  webhooks: Object.keys(UpdateWebhook.shape).filter((field) => field !== 'headers'),
  settings: Object.keys(UpdateSettings.shape),
};

const fieldsIn = (section: object | undefined): string[] => Object.keys([section].flat()[0] ?? {});

describe('the file of `chainwatch export`', () => {
  it.each(['wallets', 'rules', 'addressLists', 'addressBook', 'destinations', 'webhooks', 'settings'] as const)(
    'has every field of %s that can change',
    (section) => {
      expect(fieldsIn(content[section])).toEqual(expect.arrayContaining(CHANGEABLE[section]));
    },
  );

  it('is a file that `chainwatch apply` accepts', () => {
    const { manifest } = readManifest(manifestYaml(content, present), 'a.yaml');
    expect(fieldsIn(manifest.rules).sort()).toEqual(fieldsIn(content.rules).sort());
    expect(manifest.destinations).toMatchObject(content.destinations);
  });

  it('states the owner of all wallets once, and at each wallet that has another one', () => {
    const fileOf = (...managedBy: (string | null)[]) =>
      manifestOf({
        ...present,
        wallets: managedBy.map((owner, n) => ({ ...wallet, id: `${n}`, address: `${n}`, managedBy: owner })),
      });
    const owners = (...managedBy: (string | null)[]) => {
      const { managedBy: owner, wallets } = fileOf(...managedBy);
      return [owner, wallets?.map((each) => each.managedBy).reverse()];
    };
    expect(owners('ops', null, 'ops')).toEqual(['ops', [undefined, null, undefined]]);
    expect(owners('ops', 'erp')).toEqual([undefined, ['ops', 'erp']]);
    expect(owners(null)).toEqual([undefined, [null]]);
  });

  it('leaves out a section that is too long for a file', () => {
    const wallets = Array.from({ length: 5_001 }, (_, n) => ({ ...wallet, id: `${n}`, address: `${n}` }));
    expect(Object.keys(manifestOf({ ...present, wallets }))).not.toContain('wallets');
    expect(manifestOf({ ...present, wallets: wallets.slice(1) }).wallets).toHaveLength(5_000);
    // Wallets of one address, each for other chains, have one name in a file.
    const twins = wallets.map((each) => ({ ...each, address: wallet.address }));
    expect(Object.keys(manifestOf({ ...present, wallets: twins }))).not.toContain('wallets');
    expect(() => manifestOf({ ...present, wallets: twins.slice(1) })).toThrow('no file can tell them apart');
  });

  it('says of each secret that it is set, and has none', () => {
    const yaml = manifestYaml(content, present);
    expect(yaml).toMatch(/# config\.botToken is set\..*\n/);
    expect(yaml).toMatch(/# headers\.Authorization is set\..*\n/);
    expect(yaml).not.toContain('…');
  });
});
