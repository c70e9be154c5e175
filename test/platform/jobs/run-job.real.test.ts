import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { startDue } from '../../../lib/platform/jobs/job-client.ts';
import { MOST_STRIKES } from '../../../lib/platform/jobs/run-job.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { getItem, type Table } from '../../../lib/platform/table/table.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { epochSeconds, plusSeconds } from '../../../lib/values/time.ts';
import { quiet } from '../../support/quiet.ts';
import { makeTable } from '../../support/table.ts';
import { type Counting, counting, countJob, LAST } from './counting.ts';

quiet();

const { leaseSeconds, runSeconds, slots } = countJob;
const broken = () => Promise.reject(new Error('broken'));
let table: Table;
let world: Counting;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  world = counting(table);
});

/** Each step takes the whole time of a run. */
const slow: Counting['work']['step'] = (...of) => {
  world.deps.advance(runSeconds);
  return world.work.step(...of);
};

describe('a run of a job', () => {
  it('does step after step until nothing is left to do', async () => {
    const { id } = await world.create();
    world.deps.advance(0.001);
    expect(await world.due()).toEqual([id]);
    await world.run(id);
    expect(world.written).toEqual([`${id} 1`, `${id} 2`, `${id} 3`]);
    expect(await world.job(id)).toMatchObject({ status: 'completed', done: LAST, leaseUntil: null, isCleared: true });
    world.deps.advance(3600);
    expect(await world.due()).toEqual([]);
    await world.run(id);
    expect(world.written).toHaveLength(LAST);
  });

  it('ends when its time is over, and the next run goes on where it stopped', async () => {
    const { id } = await world.create();
    await world.run(id, { step: slow });
    expect(await world.job(id)).toMatchObject({ status: 'running', done: 1, leaseUntil: null });
    world.deps.advance(0.001);
    expect(await world.due()).toEqual([id]);
    await world.run(id);
    expect(world.written).toEqual([`${id} 1`, `${id} 2`, `${id} 3`]);
  });

  it('does nothing while another run holds the job, which is due again after the lease', async () => {
    const { id } = await world.create();
    await world.repo.claim(world.organisationId, id);
    world.deps.advance(leaseSeconds);
    await world.run(id);
    expect([world.written, await world.due()]).toEqual([[], []]);
    world.deps.advance(0.001);
    expect(await world.due()).toEqual([id]);
    await world.run(id);
    expect(await world.job(id)).toMatchObject({ status: 'completed' });
  });

  it('is the only run that gets the job when several runs begin at the same time', async () => {
    const { id } = await world.create();
    await Promise.all(Array.from({ length: 6 }, () => world.run(id)));
    expect(world.written).toHaveLength(LAST);
  });

  it('stores nothing after it lost the job to another run', async () => {
    const { id } = await world.create();
    let isFirst = true;
    await world.run(id, {
      step: async () => {
        if (!isFirst) throw new Error('the run goes on without the job');
        isFirst = false;
        world.deps.advance(leaseSeconds + 1);
        await world.run(id);
        return { store: { done: 1 } };
      },
    });
    expect(await world.job(id)).toMatchObject({ status: 'completed', done: LAST });
  });

  it(`fails the job after ${MOST_STRIKES} runs without progress, and its owner can resume the job`, async () => {
    const { id } = await world.create();
    await world.run(id, { step: slow });
    for (let n = 0; n < MOST_STRIKES; n++) {
      await expect(world.run(id, { step: broken })).rejects.toThrow('broken');
      world.deps.advance(leaseSeconds + 1);
    }
    await world.run(id);
    expect(await world.job(id)).toMatchObject({ status: 'failed', failure: 'It could not count.', isCleared: true });
    expect(world.written).toEqual([]);
    world.deps.advance(3600);
    expect(await world.due()).toEqual([]);
    await world.repo.resume(world.organisationId, id);
    await world.run(id);
    expect(await world.job(id)).toMatchObject({ status: 'completed', failure: null });
  });

  it('fails the job for the reason that a step gives', async () => {
    const { id } = await world.create();
    await world.run(id, { step: async () => ({ fail: 'It is too large.' }) });
    expect(await world.job(id)).toMatchObject({ status: 'failed', failure: 'It is too large.', isCleared: true });
  });

  it('is started by handover when the request that made the job cannot start the run', async () => {
    const { id } = await world.create();
    await startDue({ start: broken }, countJob, world.organisationId, id);
    world.deps.advance(0.001);
    expect(await world.due()).toEqual([id]);
  });
});

describe('a cancelled job', () => {
  const cancel = (id: string) => world.repo.cancel(world.organisationId, id);

  it('is cleaned up by the run that holds the job, after its step', async () => {
    const { id } = await world.create();
    await world.run(id, { step: (...of) => cancel(id).then(() => world.work.step(...of)) });
    expect(await world.job(id)).toMatchObject({ status: 'cancelled', done: 1, leaseUntil: null, isCleared: true });
    expect(world.written).toEqual([]);
    world.deps.advance(3600);
    expect(await world.due()).toEqual([]);
  });

  it('is cleaned up by another run when no run holds the job', async () => {
    const { id } = await world.create();
    await world.run(id, { step: slow });
    await cancel(id);
    world.deps.advance(0.001);
    expect(await world.due()).toEqual([id]);
    await world.run(id);
    expect([world.written, await world.due()]).toEqual([[], []]);
  });

  it(`is left as it is after ${MOST_STRIKES} clean-ups that failed`, async () => {
    const { id } = await world.create();
    await cancel(id);
    for (let n = 0; n < MOST_STRIKES; n++) {
      await expect(world.run(id, { cleanUp: broken })).rejects.toThrow('broken');
      world.deps.advance(leaseSeconds + 1);
    }
    await world.run(id, { cleanUp: broken });
    world.deps.advance(3600);
    expect(await world.due()).toEqual([]);
  });

  it('goes on where it stopped when its owner resumes the job', async () => {
    const { id } = await world.create();
    await world.run(id, { step: slow });
    await cancel(id);
    expect(await world.repo.resume(world.organisationId, id)).toMatchObject({ status: 'running' });
    await world.run(id);
    expect(await world.job(id)).toMatchObject({ status: 'completed', done: LAST });
  });

  it('can be cancelled again, but a completed job can be neither cancelled nor resumed', async () => {
    const { id } = await world.create();
    const cancelled = await cancel(id);
    expect(await cancel(id)).toEqual(cancelled);
    await world.repo.resume(world.organisationId, id);
    await world.run(id);
    for (const move of [world.repo.cancel, world.repo.resume]) {
      await expect(move(world.organisationId, id)).rejects.toMatchObject({ code: 'invalid_transition' });
    }
  });
});

describe('an organisation', () => {
  it.each([1, slots.most])('runs %i jobs of a kind at a time, also when it asks for many at once', async (most) => {
    const { create, repo, organisationId, run } = counting(table, { ...countJob, slots: { ...slots, most } });
    const asked = await Promise.allSettled(Array.from({ length: 3 * most }, create));
    const made = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(made).toHaveLength(most);
    const [first = ''] = made;
    const named = most === 1 ? first : `${most} counts`;
    await expect(create()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(named) });
    await repo.cancel(organisationId, first);
    const next = await create();
    await expect(repo.resume(organisationId, first)).rejects.toMatchObject({ code: 'conflict' });
    await run(next.id);
    await repo.resume(organisationId, first);
    await expect(create()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps a job while the job runs, and for some time after its end', async () => {
    const { id } = await world.create();
    const Kept = z.object({ ttl: z.number().optional() });
    const key = keys.job(world.organisationId, countJob.prefix, id);
    const ttl = async () => (await getItem(table, key, Kept))?.ttl;
    expect(await ttl()).toBeUndefined();
    await world.repo.cancel(world.organisationId, id);
    expect(await ttl()).toBe(epochSeconds(plusSeconds(world.deps.now(), countJob.listedSeconds ?? 0)));
    await world.repo.resume(world.organisationId, id);
    expect(await ttl()).toBeUndefined();
  });

  it('cannot see the jobs of another organisation', async () => {
    const { id } = await world.create();
    const stranger = OrganisationId.parse(world.deps.newId());
    for (const operation of [world.repo.get, world.repo.cancel, world.repo.resume]) {
      await expect(operation(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await world.repo.claim(stranger, id)).toBeNull();
  });
});
