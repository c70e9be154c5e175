import { expect, it } from '@jest/globals';
import { attemptText, deliveryTitle } from '../../../console/design/delivery-words.ts';

it.each([
  ['alert.fired', 'Large payment out', 'Large payment out'],
  ['alert.retracted', 'Large payment out', 'Retraction: Large payment out'],
  ['alert.fired', undefined, 'Alert'],
  ['ping', undefined, 'Test message'],
] as const)('a delivery of %s by the rule %s is called “%s”', (event, rule, title) => {
  expect(deliveryTitle(event, rule)).toBe(title);
});

it.each([
  [{ statusCode: 204, error: null }, 'Attempt 1: HTTP 204 in 1,006 ms'],
  [{ statusCode: 500, error: 'The receiver answered 500' }, 'Attempt 1: HTTP 500 in 1,006 ms'],
  [{ statusCode: null, error: 'connection refused' }, 'Attempt 1: no answer in 1,006 ms'],
  [{ statusCode: null, error: null }, 'Attempt 1: accepted by the mail service in 1,006 ms'],
])('an attempt that led to %j is told as “%s”', (attempt, text) => {
  expect(attemptText({ n: 1, durationMs: 1006, ...attempt })).toBe(text);
});
