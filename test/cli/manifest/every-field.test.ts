import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { Rule, Settings, Wallet, Webhook } from '../../../cli/base/api-values.ts';
import { readManifest } from '../../../cli/manifest/read-manifest.ts';
import { manifestOf, manifestYaml } from '../../../cli/manifest/write-manifest.ts';
import { examples } from '../../../functions/api-document/examples/index.ts';
import { UpdateRule } from '../../../lib/alerts/rules/schema.ts';
import { UpdateSettings } from '../../../lib/channels/settings/schema.ts';
import { UpdateWallet } from '../../../lib/wallets/schema.ts';
import { UpdateWebhook } from '../../../lib/webhooks/schema.ts';

/** The first record that the API answers in the example of a list. */
const firstOf = <T>(route: string): T =>
  z.object({ data: z.tuple([z.custom<T>()]) }).parse(examples[route]?.answers?.[200]).data[0];

const settings = z.custom<Settings>().parse(examples.getSettings?.answers?.[200]);
const content = manifestOf({
  families: new Map(),
  wallets: [firstOf<Wallet>('listWallets')],
  rules: [firstOf<Rule>('listRules')],
  webhooks: [firstOf<Webhook>('listWebhooks')],
  settings,
});

/** A mute is a state of the present, and no configuration. */
const isState = (field: string): boolean => /^mute[A-Zd]/.test(field);

/** What a caller can change, under the names of the file. */
const CHANGEABLE = {
  wallets: Object.keys(UpdateWallet.shape).filter((field) => !isState(field)),
  rules: Object.keys(UpdateRule.shape)
    .filter((field) => !isState(field))
    .map((field) => (field === 'walletIds' ? 'wallets' : field)),
  // `match` names rules and wallets by ids, which the file does not have, and the values of headers are secrets.
  webhooks: Object.keys(UpdateWebhook.shape).filter((field) => field !== 'match' && field !== 'headers'),
  settings: Object.keys(UpdateSettings.shape),
};

const fieldsIn = (section: object | undefined): string[] => Object.keys([section].flat()[0] ?? {});

describe('the file of `chainwatch export`', () => {
  it.each(['wallets', 'rules', 'webhooks', 'settings'] as const)('has every field of %s that can change', (section) => {
    expect(fieldsIn(content[section])).toEqual(expect.arrayContaining(CHANGEABLE[section]));
  });

  it('is a file that `chainwatch apply` accepts', () => {
    const { manifest } = readManifest(manifestYaml(content, settings), 'a.yaml');
    expect(fieldsIn(manifest.rules).sort()).toEqual(fieldsIn(content.rules).sort());
  });
});
