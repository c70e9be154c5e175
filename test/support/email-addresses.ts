import { uuid } from './records.ts';

/** For tests that mail nobody: every address is confirmed. */
export const allConfirmed = {
  emailAddresses: {
    add: async () => {},
    statuses: async () => [],
    adopt: async () => ({
      id: uuid(9),
      status: 'confirmed' as const,
      since: '2026-01-01T00:00:00.000Z',
      reason: null,
    }),
  },
  confirmations: { askPending: async () => {} },
};
