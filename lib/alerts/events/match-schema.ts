import * as z from 'zod';
import { DestinationEvent } from '../../channels/port/destination.ts';
import { name } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import type * as ruleTypes from '../rules/types/index.ts';
import { Severity } from './severity.ts';

/** The names alone: an endpoint for subscriptions or destinations carries no code of a rule type. */
const names: Readonly<Record<keyof typeof ruleTypes, true>> = {
  any_transfer: true,
  large_transfer: true,
  token_transfer: true,
  inbound_only: true,
  outbound_only: true,
  contract_call: true,
  method_call: true,
  address_blacklist: true,
  gas_spike: true,
  frequency: true,
  contract_deploy: true,
  token_mint: true,
  approval: true,
  authority_change: true,
  nft_transfer: true,
  outflow: true,
  silence: true,
  balance: true,
};

const RuleTypeName = z.enum(Object.keys(names));

const anyOf = <S extends z.ZodType<string>>(value: S) =>
  z
    .array(value)
    .max(100)
    .overwrite((values) => [...new Set(values)])
    .optional();

/** What a subscription wants to hear of, as the API takes it. */
export const Match = z
  .strictObject({
    severities: anyOf(Severity),
    ruleIds: anyOf(Uuid),
    ruleTypes: anyOf(RuleTypeName),
    walletIds: anyOf(Uuid),
    walletTypes: anyOf(name(32)),
    walletTags: anyOf(name(32)),
  })
  .describe('Within a field any value, between fields all. A field without values matches everything')
  .meta({ id: 'Match' });

/** What a destination wants to hear of, as the API takes it. */
export const DestinationMatch = Match.extend({
  events: anyOf(DestinationEvent).describe('By default alert.fired and alert.retracted'),
})
  .describe('Within a field any value, between fields all. A field without values matches everything')
  .meta({ id: 'DestinationMatch' });

/** Which alert a preview is of. */
export const PreviewQuery = z
  .strictObject({
    ruleId: Uuid.optional().describe('A rule: its toggles decide over the built-in e-mail and Slack'),
    ruleType: RuleTypeName.optional().describe('A rule of this type that is yet to be made, with all toggles on'),
    walletId: Uuid.optional().describe('By default, any wallet of the rule'),
    severity: Severity.optional().describe('By default, the severity of the rule'),
  })
  .refine(({ ruleId, ruleType }) => ruleId === undefined || ruleType === undefined, {
    path: ['ruleType'],
    error: 'must not stand beside ruleId',
  });
export type PreviewQuery = z.output<typeof PreviewQuery>;
