import * as z from 'zod';
import { sendHttp } from '../../../lib/channels/http/http-sender.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import type { Channel } from '../../../lib/channels/port/channel.ts';
import {
  NO_CHANGE,
  type RuleFields,
  type SettingsFields,
  settingsOwner,
} from '../../../lib/channels/port/channel-fields.ts';
import { undeliverable } from '../../../lib/deliveries/result.ts';

const PagerAddress = z.object({ kind: z.literal('pager'), team: z.string() });

const StoredRuleFields = z.object({ pagerTeam: z.string().default('everybody') });
const GivenToRule = z.object({ pagerTeam: z.string().optional() });
const StoredSettingsFields = z.object({ sealedPagerUrl: z.string().nullable().default(null) });
const GivenToSettings = z.object({ pagerUrl: z.string().nullable().optional() });

/** The team that the pager of a rule wakes. */
const pagerRuleFields: RuleFields = {
  input: { pagerTeam: z.string().max(20) },
  defaults: { pagerTeam: 'everybody' },
  response: { pagerTeam: z.string() },
  stored: StoredRuleFields.shape,
  change: async (_deps, _owner, given) => ({ stored: GivenToRule.parse(given), shownOnce: {} }),
};

/** The URL of the pager service, whose path is a secret. */
const pagerSettingsFields: SettingsFields = {
  input: { pagerUrl: z.url().nullable() },
  urls: ['pagerUrl'],
  response: { pagerUrl: z.string().nullable() },
  stored: StoredSettingsFields.shape,
  sealed: ['sealedPagerUrl'],
  async change({ outbound, sealer }, owner, given) {
    const { pagerUrl: url } = GivenToSettings.parse(given);
    // A caller that reads the settings, changes another field and sends all fields back keeps the URL.
    if (url === undefined || url === SHOWN_URL) return NO_CHANGE;
    if (url === null) return { stored: { sealedPagerUrl: null }, shownOnce: {} };
    await outbound.assertDestination('pagerUrl', url);
    return { stored: { sealedPagerUrl: (await sealer()).seal(url, owner) }, shownOnce: { pagerUrl: url } };
  },
  async shown(_deps, _owner, stored) {
    return { pagerUrl: StoredSettingsFields.parse(stored).sealedPagerUrl === null ? null : SHOWN_URL };
  },
};

const SHOWN_URL = 'https://pager.example/…';

/**
 * A channel that exists in the tests only. It shows what a new channel costs: this folder and a line in the registry.
 */
export const pagerChannel: Channel = {
  kind: 'pager',
  label: 'pager',
  toggle: { field: 'notifyPager', initially: false },
  ruleFields: pagerRuleFields,
  settingsFields: pagerSettingsFields,
  secrets: /(pager\.example\/)[\w/-]{8,}/g,
  recipients({ rule, settings }) {
    if (StoredSettingsFields.parse(settings).sealedPagerUrl === null) return [];
    return [{ address: { kind: 'pager', team: StoredRuleFields.parse(rule).pagerTeam }, url: SHOWN_URL }];
  },
  keyOf: (address) => `pager ${PagerAddress.parse(address).team}`,
  render: (notice) => JSON.stringify({ page: alertText(notice).title }),
  async send({ settings, sealer, outbound }, { organisationId, channel, body }, n) {
    const { sealedPagerUrl } = StoredSettingsFields.parse(await settings.get(organisationId));
    if (sealedPagerUrl === null) return undeliverable('The pager was removed from the settings.');
    const url = sealer.open(sealedPagerUrl, settingsOwner(organisationId));
    const headers = {
      'Content-Type': 'application/json',
      'X-Team': PagerAddress.parse(channel).team,
      'X-Attempt': String(n),
    };
    return sendHttp({ url, body, headers, shownUrl: SHOWN_URL }, outbound);
  },
  destinationOf: () => 'pager',
};
