/** Every rule type under its name in the API. A new rule type is a file beside these files and a line here. */
export { addressBlacklist as address_blacklist } from './address-blacklist.ts';
export { anyTransfer as any_transfer } from './any-transfer.ts';
export { approval } from './approval.ts';
export { authorityChange as authority_change } from './authority-change.ts';
export { balance } from './balance.ts';
export { contractCall as contract_call } from './contract-call.ts';
export { contractDeploy as contract_deploy } from './contract-deploy.ts';
export { frequency } from './frequency.ts';
export { gasSpike as gas_spike } from './gas-spike.ts';
export { largeTransfer as large_transfer } from './large-transfer.ts';
export { methodCall as method_call } from './method-call.ts';
export { nftTransfer as nft_transfer } from './nft-transfer.ts';
export { inboundOnly as inbound_only, outboundOnly as outbound_only } from './one-way.ts';
export { outflow } from './outflow.ts';
export { silence } from './silence.ts';
export { tokenMint as token_mint } from './token-mint.ts';
export { tokenTransfer as token_transfer } from './token-transfer.ts';
