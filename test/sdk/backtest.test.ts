import { expect, it } from '@jest/globals';
import { backtestSentence } from '../../sdk/index.ts';

it.each([
  [412, '2026-03-31', '412 alerts in 30 days, about 14 a day'],
  [12_000, '2026-03-31', '12,000 alerts in 30 days, about 400 a day'],
  [9, '2026-03-31', '9 alerts in 30 days, about 2 a week'],
  [1, '2026-03-31', '1 alert in 30 days'],
  [0, '2026-03-31', '0 alerts in 30 days'],
  [3, '2026-03-02', '3 alerts in one day'],
  [3, '2026-03-01', '3 alerts in one day'],
])('a backtest tells %i alerts until %s as people count', (wouldFire, to, sentence) => {
  expect(backtestSentence({ from: '2026-03-01', to, wouldFire })).toBe(sentence);
});
