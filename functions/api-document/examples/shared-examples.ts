/** Values that several examples share: one organisation, its treasury, and a payment to it. */
export const ids = {
  organisation: '0d3f9d52-6c1e-4f0b-9f5a-2f2f8a1c7b10',
  key: '5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21',
  wallet: '575cab8e-6dc4-4601-a655-006c486b3f6d',
  transaction: '68479fe2-06a4-5c46-b152-b539b3a10851',
  rule: '8e453943-ba89-4a1e-a3e3-2761631ed5ca',
  event: '47021913-84da-5868-992e-ba66412cf2dd',
  webhook: 'ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de',
  destination: 'b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90',
  delivery: '524971b6-024a-5792-bdd7-e5e9d2403547',
  replay: '3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3',
  export: '9c2e4a70-51d8-4d57-8f3a-0f6b1c2d3e4f',
  backtest: 'e5a1f0b2-7c3d-4e8f-9a6b-1d2c3e4f5a60',
  review: 'd4e0f1a2-3b4c-4d5e-8f60-718293a4b5c6',
  backfill: 'c7d1ba14-ecbf-4283-ab0c-5a046383a2af',
  bookEntry: '2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f',
  addressList: '7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d',
  auditEntry: '4e5f6071-8293-4a4b-8c5d-6e7f8091a2b3',
  checkpoint: '0f6f4a52-3c0e-5d0c-9d0e-2b3a4c5d6e7f',
  difference: 'd1f2a3b4-c5d6-5e7f-8a9b-0c1d2e3f4a5b',
} as const;

export const addresses = {
  treasury: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const;

export const HASH = '0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87';
const MINUTE = '2026-11-23T15:14:';
/** Of the block, the record, the alert and the delivered webhook. */
export const times = {
  block: `${MINUTE}44.000Z`,
  recorded: `${MINUTE}45.310Z`,
  fired: `${MINUTE}45.809Z`,
  delivered: `${MINUTE}46.102Z`,
  earlier: '2026-11-01T09:00:00.000Z',
  later: '2026-11-23T16:02:11.480Z',
} as const;

/** A rule or a wallet without a mute, and the mute of another. */
export const notMuted = { mutedUntil: null, muteReason: null, muteCritical: false };
export const muted = {
  mutedUntil: '2026-11-23T17:00:00.000Z',
  muteReason: 'Migration of the treasury',
  muteCritical: false,
};

/** A checkpoint of the audit log of an hour with three entries. */
export const checkpoint = {
  id: ids.checkpoint,
  from: '2026-11-23T14:00:00.000Z',
  to: '2026-11-23T15:00:00.000Z',
  count: 3,
  root: '6d8f2c0e1b7a4935d2c1f0e9a8b7c6d5e4f30291a8b7c6d5e4f30291a8b7c6d5',
  previous: '1f0e9d8c7b6a5948372615049382716059483726150493827160594837261504',
  signature: 'MEUCIQDkqZ0xkTqS9m2bq0a3dY8o5m1uV6q9Wl3nYp4s7f2e1AIgX3c5b7n9L1k3J5h7G9f1D3s5A7p9O1i3U5y7T9r1E3w=',
  keyId: '5e0b7c1d-2f3a-4b5c-8d6e-7f8091a2b3c4',
} as const;

/** The answer of a list with one page. */
export const page = <T>(...data: readonly T[]) => ({
  data,
  meta: { total: data.length, page: 1, pageSize: 25, next: null },
});
