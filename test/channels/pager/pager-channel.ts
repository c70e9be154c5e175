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
  response: { pagerUrl: z.string().nullable() },
  stored: StoredSettingsFields.shape,
  async change({ sealer }, owner, given) {
    const { pagerUrl: url } = z.object({ pagerUrl: z.string().nullable().optional() }).parse(given);
    if (url === undefined) return NO_CHANGE;
    const sealedPagerUrl = url === null ? null : (await sealer()).seal(url, owner);
    return { stored: { sealedPagerUrl }, shownOnce: { pagerUrl: url } };
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
    const headers = { 'X-Team': PagerAddress.parse(channel).team, 'X-Attempt': String(n) };
    return sendHttp({ url, body, headers, shownUrl: SHOWN_URL }, outbound);
  },
  destinationOf: () => 'pager',
};
