import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OneTime, OneTimeSchedules, type Send } from '../../../local/aws/one-time-schedules.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const schedule = (Name: string, at: string, more: object = {}) =>
  OneTime.parse({
    Name,
    ScheduleExpression: `at(${at})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: { Arn: 'arn:aws:sqs:r:a:q', RoleArn: 'arn:aws:iam::a:role/r', Input: Name },
    ...more,
  });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-schedules-'));
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

function schedulesOf(fail: () => boolean = () => false) {
  const sent: (string | undefined)[] = [];
  const failed: unknown[] = [];
  const send: Send = async ({ Input }) => {
    if (fail()) throw new Error('no queue');
    sent.push(Input);
  };
  const schedules = new OneTimeSchedules(new DataDir(folder), send, (error) => failed.push(error));
  return { schedules, sent, failed };
}

describe('The one-time schedules of the local stack', () => {
  it('send at their time, not earlier, and are deleted afterwards', async () => {
    const { schedules, sent } = schedulesOf();
    schedules.create(schedule('a', '2026-11-21T10:00:00'));
    await jest.advanceTimersByTimeAsync(3_599_000);
    expect(sent).toEqual([]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['a']);
    expect(schedules.get('default', 'a')).toBeUndefined();
  });

  it('send at once if their time has passed', async () => {
    const { schedules, sent } = schedulesOf();
    schedules.create(schedule('a', '2026-11-21T08:00:00'));
    await jest.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a']);
  });

  it('survive a restart and then send the messages that became due in the meantime', async () => {
    const before = schedulesOf();
    before.schedules.create(schedule('a', '2026-11-21T09:10:00'));
    before.schedules.stop();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(before.sent).toEqual([]);
    const after = schedulesOf();
    after.schedules.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(after.sent).toEqual(['a']);
  });

  it('retry a failed send', async () => {
    let broken = true;
    const { schedules, sent, failed } = schedulesOf(() => broken);
    schedules.create(schedule('a', '2026-11-21T09:00:01'));
    await jest.advanceTimersByTimeAsync(1000);
    expect(failed).toHaveLength(1);
    broken = false;
    await jest.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(['a']);
  });

  it('have names that are unique within a group only', () => {
    const { schedules } = schedulesOf();
    expect(schedules.create(schedule('a', '2026-11-21T10:00:00'))).toBe(true);
    expect(schedules.create(schedule('a', '2026-11-21T11:00:00'))).toBe(false);
    expect(schedules.create(schedule('a', '2026-11-21T11:00:00', { GroupName: 'g' }))).toBe(true);
    schedules.stop();
  });

  it('do not send after their deletion', async () => {
    const { schedules, sent } = schedulesOf();
    schedules.create(schedule('a', '2026-11-21T09:00:10'));
    expect(schedules.delete('default', 'a')).toBe(true);
    expect(schedules.delete('default', 'a')).toBe(false);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('stay as done if they have no deletion after completion', async () => {
    const { schedules, sent } = schedulesOf();
    schedules.create(schedule('a', '2026-11-21T09:00:01', { ActionAfterCompletion: 'NONE' }));
    await jest.advanceTimersByTimeAsync(1000);
    expect(schedules.get('default', 'a')).toMatchObject({ done: true });
    const after = schedulesOf();
    after.schedules.start();
    await jest.advanceTimersByTimeAsync(1000);
    expect([...sent, ...after.sent]).toEqual(['a']);
  });
});
