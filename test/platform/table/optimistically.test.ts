import { describe, expect, it } from '@jest/globals';
import { optimistically } from '../../../lib/platform/table/optimistically.ts';

describe('optimistically', () => {
  it('tries until the records stay as they were read, and returns the result, also null', async () => {
    const answers = [undefined, undefined, null, 4];
    expect(await optimistically('the rule', 3, async () => answers.shift())).toBeNull();
    expect(answers).toEqual([4]);
  });

  it('throws a BusyError that names the records when they change at each try', async () => {
    let tries = 0;
    const attempt = async () => {
      tries++;
      return undefined;
    };
    await expect(optimistically('the rule', 3, attempt)).rejects.toEqual(
      expect.objectContaining({ name: 'BusyError', message: 'the rule changed at each of 3 tries' }),
    );
    expect(tries).toBe(3);
  });
});
