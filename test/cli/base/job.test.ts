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
