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
};

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
    ruleTypes: anyOf(z.enum(Object.keys(names))),
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
