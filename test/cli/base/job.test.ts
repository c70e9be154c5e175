import { describe, expect, it } from '@jest/globals';
import { finished } from '../../../cli/base/job.ts';
import { Output } from '../../../cli/output/output.ts';

const silent = { write: () => {} };
const output = new Output({ json: false, wide: false, stdout: silent, stderr: silent, environment: {} });

const job = { id: 'j', status: 'running', failure: null } as const;

describe('finished', () => {
  it('waits for the end of a job', async () => {
    const ended = { ...job, status: 'completed' } as const;
    await expect(
      finished<{ id: string; status: 'running' | 'completed' }>(
        output,
        job,
        async () => ended,
        () => '',
      ),
    ).resolves.toBe(ended);
  });

  it('tells a person the progress when it has changed', async () => {
    let told = '';
    const stderr = { isTTY: true, write: (text: string) => (told += text) };
    const watched = new Output({ json: false, wide: false, stdout: silent, stderr, environment: {} });
    const steps = [0, 0, 25, 25, 34].map((n) => ({ ...job, n }));
    const load = async () => steps.shift() ?? { ...job, status: 'completed' as const, n: 34 };
    await finished<{ id: string; status: 'running' | 'completed'; n: number }>(
      watched,
      { ...job, n: 0 },
      load,
      ({ n }) => `${n} of 34 events`,
    );
    expect(told).toBe('0 of 34 events\n25 of 34 events\n34 of 34 events\n');
  });

  it.each([
    ['failed', 'no node answered', 'The job j has ended: failed: no node answered'],
    ['cancelled', null, 'The job j has ended: cancelled.'],
  ] as const)('shows a job that is %s, and throws with the reason', async (status, failure, message) => {
    const ended = { ...job, status, failure };
    const shown: unknown[] = [];
    const ending = finished<{ id: string; status: 'running' | typeof status; failure: string | null }>(
      output,
      job,
      async () => ended,
      () => '',
      (each) => shown.push(each),
    );
    await expect(ending).rejects.toThrow(message);
    expect(shown).toEqual([ended]);
  });
});
