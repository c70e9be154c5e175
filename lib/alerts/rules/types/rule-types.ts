import * as z from 'zod';
import { listed } from '../../../values/listed.ts';
import type { RuleTypeDefinition } from '../port/rule-type.ts';
import * as registered from './index.ts';

/** Every rule type by its name. */
export const ruleTypes: Readonly<Record<keyof typeof registered, RuleTypeDefinition>> = registered;

export const RuleType = z.enum(
  // In the order of the specification, section 2.3.
  listed(ruleTypes, [
    'any_transfer',
    'large_transfer',
    'token_transfer',
    'inbound_only',
    'outbound_only',
    'contract_call',
    'method_call',
    'address_blacklist',
    'gas_spike',
    'frequency',
    'contract_deploy',
    'token_mint',
  ]),
);
export type RuleType = z.output<typeof RuleType>;
