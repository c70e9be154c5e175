import * as z from 'zod';
import type { RuleTypeDefinition } from '../port/rule-type.ts';
import { addressBlacklist } from './address-blacklist.ts';
import { anyTransfer } from './any-transfer.ts';
import { contractCall } from './contract-call.ts';
import { contractDeploy } from './contract-deploy.ts';
import { frequency } from './frequency.ts';
import { gasSpike } from './gas-spike.ts';
import { largeTransfer } from './large-transfer.ts';
import { methodCall } from './method-call.ts';
import { nftTransfer } from './nft-transfer.ts';
import { inboundOnly, outboundOnly } from './one-way.ts';
import { tokenMint } from './token-mint.ts';
import { tokenTransfer } from './token-transfer.ts';

/** Every rule type by its name in the API. A new rule type needs one file beside these files and one line here. */
export const ruleTypes = {
  any_transfer: anyTransfer,
  large_transfer: largeTransfer,
  token_transfer: tokenTransfer,
  inbound_only: inboundOnly,
  outbound_only: outboundOnly,
  contract_call: contractCall,
  method_call: methodCall,
  address_blacklist: addressBlacklist,
  gas_spike: gasSpike,
  frequency,
  contract_deploy: contractDeploy,
  token_mint: tokenMint,
  nft_transfer: nftTransfer,
} satisfies Record<string, RuleTypeDefinition>;

export type RuleTypeName = keyof typeof ruleTypes;
export const ruleTypeNames = Object.keys(ruleTypes) as [RuleTypeName, ...RuleTypeName[]];

export const RuleType = z.enum(ruleTypeNames);
export type RuleType = z.output<typeof RuleType>;
