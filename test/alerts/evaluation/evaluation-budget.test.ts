import { beforeEach, describe, expect, it } from '@jest/globals';
import { pendingBudget, streamBudgets } from '../../../lib/alerts/evaluation/evaluation-budget.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';

const ours = OrganisationId.parse('00000000-0000-4000-8000-00000000000a');
const theirs = OrganisationId.parse('00000000-0000-4000-8000-00000000000b');

let ms: number;
const clock = { now: () => new Date(ms) };
beforeEach(() => {
  ms = Date.parse('2026-03-01T12:00:00.000Z');
});

describe('The budget of an organisation in a process of evaluate-rules', () => {
  it('lasts for 20 steps at once, and is used up for this organisation alone', () => {
    const budgets = streamBudgets(clock);
    const budget = budgets(theirs);
    budget.spend(19);
    expect(budget.isUsedUp()).toBe(false);
    budget.spend(1);
    expect(budget.isUsedUp()).toBe(true);
    expect(budgets(theirs).isUsedUp()).toBe(true);
    expect(budgets(ours).isUsedUp()).toBe(false);
  });

  it('lasts for 20 steps of a batch, however slow they are', () => {
    const budget = streamBudgets(clock)(theirs);
    for (let step = 0; step < 20; step++) {
      expect(budget.isUsedUp()).toBe(false);
      budget.spend(1);
      ms += 1000;
    }
    expect(budget.isUsedUp()).toBe(true);
  });

  it('lasts for 20 steps a second, however long', () => {
    const budgets = streamBudgets(clock);
    for (let second = 0; second < 100; second++) {
      expect(budgets(ours).isUsedUp()).toBe(false);
      budgets(ours).spend(19);
      ms += 1000;
    }
  });

  it('takes a fifth of the time, however slow its steps are', () => {
    const budgets = streamBudgets(clock);
    let usedMs = 0;
    const began = ms;
    while (ms < began + 600_000) {
      const budget = budgets(theirs);
      const batchBegan = ms;
      while (!budget.isUsedUp()) {
        ms += 80;
        budget.spend(1);
      }
      usedMs += ms - batchBegan;
      ms += 10;
    }
    expect(usedMs / (ms - began)).toBeCloseTo(0.2, 2);
  });

  it('begins again only when it is whole, so that nothing overtakes what was handed over', () => {
    const budgets = streamBudgets(clock);
    budgets(theirs).spend(20);
    expect(budgets(theirs).isUsedUp()).toBe(true);
    ms += 999;
    expect(budgets(theirs).isUsedUp()).toBe(true);
    ms += 1;
    expect(budgets(theirs).isUsedUp()).toBe(false);
  });

  it('begins again after a minute, whatever was handed over', () => {
    const budgets = streamBudgets(clock);
    budgets(theirs).spend(1_000_000);
    expect(budgets(theirs).isUsedUp()).toBe(true);
    ms += 60_000;
    expect(budgets(theirs).isUsedUp()).toBe(false);
  });
});

describe('The budget', () => {
  it.each([
    ['evaluate-rules', () => streamBudgets(clock)(ours)],
    ['evaluate-pending', () => pendingBudget(clock)],
  ])('of %s is used up before the time-out of the function', (_, begin) => {
    const budget = begin();
    ms += 39_999;
    expect(budget.isUsedUp()).toBe(false);
    ms += 1;
    expect(budget.isUsedUp()).toBe(true);
  });

  it('of evaluate-pending lasts for 200 steps', () => {
    const budget = pendingBudget(clock);
    budget.spend(199);
    expect(budget.isUsedUp()).toBe(false);
    budget.spend(1);
    expect(budget.isUsedUp()).toBe(true);
  });
});
