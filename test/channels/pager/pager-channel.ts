import * as z from 'zod';
import { sendHttp } from '../../../lib/channels/http/http-sender.ts';
import { textOfNotice } from '../../../lib/channels/notice-text/text-of-notice.ts';
import type { Channel } from '../../../lib/channels/port/channel.ts';
import type { RuleFields } from '../../../lib/channels/port/channel-fields.ts';
import { maskedUrl, secretUrl } from '../../../lib/channels/port/secret-url.ts';
import { undeliverable } from '../../../lib/deliveries/result.ts';

const PagerAddress = z.object({ kind: z.literal('pager'), team: z.string() });

const StoredRuleFields = z.object({ pagerTeam: z.string().default('everybody') });
const GivenToRule = z.object({ pagerTeam: z.string().optional() });

/** The team that the pager of a rule wakes. */
const pagerRuleFields: RuleFields = {
  input: { pagerTeam: z.string().max(20) },
  defaults: { pagerTeam: 'everybody' },
  response: { pagerTeam: z.string() },
  stored: StoredRuleFields.shape,
  change: async (_deps, _owner, given) => ({ stored: GivenToRule.parse(given), shownOnce: {} }),
};

/** The URL of the pager service, whose path is a secret. */
const pagerUrl = secretUrl({
  kind: 'pager',
  field: 'pagerUrl',
  sealed: 'sealedPagerUrl',
  masked: 'maskedPagerUrl',
  example: 'https://pager.example/…',
});

/**
 * A channel that exists in the tests only. It shows what a new channel costs: this folder and a line in the registry.
 */
export const pagerChannel: Channel = {
  kind: 'pager',
  label: 'pager',
  toggle: { field: 'notifyPager', initially: false },
  ruleFields: pagerRuleFields,
  settingsFields: pagerUrl.settingsFields,
  secrets: /(pager\.example\/)[\w/-]{8,}/g,
  recipients({ rule, settings }) {
    if (rule === null) return [];
    const url = pagerUrl.maskedIn(settings);
    return url === null ? [] : [{ address: { kind: 'pager', team: StoredRuleFields.parse(rule).pagerTeam }, url }];
  },
  keyOf: (address) => `pager ${PagerAddress.parse(address).team}`,
  render: (notice, places) => JSON.stringify({ page: textOfNotice(notice, places).title }),
  async send({ settings, sealer, outbound }, { organisationId, channel, body }, n) {
    const url = pagerUrl.openIn(await settings.get(organisationId), sealer, organisationId);
    if (url === null) return undeliverable('The pager was removed from the settings.');
    const headers = {
      'Content-Type': 'application/json',
      'X-Team': PagerAddress.parse(channel).team,
      'X-Attempt': String(n),
    };
    return sendHttp({ url, body, headers, shownUrl: maskedUrl(url) }, outbound);
  },
  destinationOf: () => 'pager',
};
