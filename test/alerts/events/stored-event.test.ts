import { describe, expect, it } from '@jest/globals';
import { type AlertEvent, NOT_REVIEWED } from '../../../lib/alerts/events/schema.ts';
import { eventItemOf, StoredEvent } from '../../../lib/alerts/events/stored-event.ts';
import { anEvent, aSubjectEvent, aTransaction, organisation, USDC, uuid } from '../../support/records.ts';

/** What the version before the wallet and the symbol has stored of an alert without a transaction. */
const WITHOUT_TRANSACTION =
  'q0YYagAFumDCBERYwLhQYIxqsQ+oUFUgqigmphg1MNQ1NgwxsLQyMLAyMIPlFzSvIWd2Yp1tBHJAaVJWajK4fCBdM5ZcD0u58PIpJ7UMXOoY6BmZ' +
  'giKruDQ3N7EI5OEQUOCXFlUqZOTnpBQrgBQoQAo+XLGSlJqTX45abRsiV9hgOzBr3uLSggJQ1oHU18mQ9G+gA6n8ikvAGQAUfugFH1gMAA==';
/** The same of an alert about what its transaction left of USDC. */
const ABOUT_TOKEN =
  'tZbtasIwFIZvJfhrgwrnNG2a+E/XFAb+Gt5AWzN01lXUimMIu5pd2K5kpLHaD8tahikEUsjXeXOe93xeF4VzG+adozteDM+NVjeeaqiSTijuglHA' +
  'IcUZiBHACFiRL/WrdTgmVq/fYYatj5hFbyrOCdJ/8g0uFG8bjmOIOBMCY2YjjyiLcY7Cd0JbCRlBLCkDpiYOH1iDRB1ydiEFrfguW6/DrY7aTCuY' +
  'bT/IIk3mO4IUiE4ai6zTrSL7RfhOME+wNqVLYpSqgfAiH0lfSYHWS2WAxBC67vG7bLPRSWoqg9hkGljGZnf7PNV0vrYg9m4aXlAdRv/7OqAehdm3' +
  'Ffnl53wf/HOGnqQOTKgPGIzdADGgwAIHBAS+C9KmHDzwGzbh2gK4jqLgru1xziQEHlAAJrjr+bZ0kAkpvRbDrloMVglLDeibHlNHXc0wDMvrluHY' +
  'vU2jR7q1m4t8eRpW3aVXsPtG+eJWWLdr86ODZ1mDJE1XYbJcnSN+NxNrelT5qbvFU29WZAXE/qrMyturo6lwn69I0ZJMzZJGt31aGd6g5lbFanlQ' +
  'c5ITjTxQCyAn6CPRqxEj78/Xd67g6fQL';

const read = (packed: string): AlertEvent =>
  StoredEvent.parse({
    ...{ pk: `ORG#${organisation}`, sk: `EVENT#${uuid(4)}`, status: 'open' },
    ...{ packed: Buffer.from(packed, 'base64'), ...NOT_REVIEWED },
  });

describe('An alert of an earlier version', () => {
  it('without a transaction has no wallet, and the symbol of the native coin', () => {
    const { subject } = aSubjectEvent();
    expect(read(WITHOUT_TRANSACTION)).toMatchObject({ walletId: uuid(2), wallet: null, transaction: null, subject });
  });

  it('with a transaction has its wallet, and the symbol of the token that moved', () => {
    expect(read(ABOUT_TOKEN)).toMatchObject({
      wallet: aTransaction().wallet,
      subject: { asset: USDC, symbol: 'USDC', level: '130' },
    });
  });
});

it.each([
  ['with', anEvent()],
  ['without', aSubjectEvent()],
])('An alert %s a transaction is read as it was stored', (_, event) => {
  const item = eventItemOf(organisation, event);
  expect(StoredEvent.parse(item)).toEqual(event);
});
