import { describe, expect, it, jest } from '@jest/globals';
import { pickerStatus } from '../../../console/design/picker-status.ts';

const NOTHING = { isLoaded: false, error: null, retry: () => {} };
const load = (samePage: boolean) => ({ detail: { filteringText: '', firstPage: true, samePage } });

describe('pickerStatus', () => {
  it('tells a read that is on its way from an empty list, and a failed read from both', () => {
    const failure = new TypeError('Failed to fetch');
    expect(pickerStatus(NOTHING).statusType).toBe('loading');
    expect(pickerStatus({ ...NOTHING, isLoaded: true }).statusType).toBe('finished');
    expect(pickerStatus({ ...NOTHING, error: failure })).toMatchObject({
      statusType: 'error',
      errorText: 'The choices could not be read. No connection.',
    });
  });

  it('keeps the choices of an earlier read after an error', () => {
    expect(pickerStatus({ ...NOTHING, isLoaded: true, error: new TypeError('Failed to fetch') }).statusType).toBe(
      'finished',
    );
  });

  it('reads again when the user asks, and not when the picker opens', () => {
    const retry = jest.fn();
    const { onLoadItems } = pickerStatus({ ...NOTHING, retry });
    onLoadItems(load(false));
    expect(retry).not.toHaveBeenCalled();
    onLoadItems(load(true));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
