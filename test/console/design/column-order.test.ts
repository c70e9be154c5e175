import { describe, expect, it } from '@jest/globals';
import { columnOrder } from '../../../console/design/column-order.ts';

describe('columnOrder', () => {
  it('puts the visible columns in the order of the user, and the hidden columns behind them', () => {
    expect(columnOrder(['label', 'address', 'type', 'status'], ['status', 'label'])).toEqual([
      { id: 'status', visible: true },
      { id: 'label', visible: true },
      { id: 'address', visible: false },
      { id: 'type', visible: false },
    ]);
  });

  it('leaves out names that no column has, and names that come twice', () => {
    expect(columnOrder(['label'], ['balance', 'label', 'label'])).toEqual([{ id: 'label', visible: true }]);
  });
});
