import { expect, it } from '@jest/globals';
import { attemptText, deliveryTitle, failureSentence } from '../../../console/design/delivery-words.ts';

it.each([
  ['alert.fired', 'of the rule', 'rule', 'Large payment out'],
  ['alert.retracted', 'of the rule', 'rule', 'Retraction: Large payment out'],
  ['alert.summary', 'of the rule', 'rule', 'Summary of many alerts: Large payment out'],
  ['alert.summary', 'of no rule', null, 'Summary of many reviews'],
  ['alert.fired', 'of a deleted rule', 'deleted', 'Alert'],
  ['alert.summary', 'of a deleted rule', 'deleted', 'Summary of many alerts'],
  ['ping', 'of no rule', null, 'Test message'],
] as const)('a delivery of %s %s is called by what it tells', (event, _whose, ruleId, title) => {
  expect(deliveryTitle({ event, ruleId }, (id) => (id === 'rule' ? 'Large payment out' : undefined))).toBe(title);
});

it.each([
  [{ statusCode: 204, error: null }, 'Attempt 1: HTTP 204 in 1,006 ms'],
  [{ statusCode: 500, error: 'The receiver answered 500' }, 'Attempt 1: HTTP 500 in 1,006 ms'],
  [{ statusCode: null, error: 'connection refused' }, 'Attempt 1: no answer in 1,006 ms'],
  [{ statusCode: null, error: null }, 'Attempt 1: accepted by the mail service in 1,006 ms'],
])('an attempt that led to %j is told as “%s”', (attempt, text) => {
  expect(attemptText({ n: 1, durationMs: 1006, ...attempt })).toBe(text);
});

const attempt = { n: 1, at: '2026-11-23T10:00:00.000Z', statusCode: 500, error: 'The receiver answered 500.' };
const answered = (responseExcerpt: string | null) => [{ ...attempt, durationMs: 9, responseExcerpt }];

it.each([
  ['its receiver explained', answered('database\n is locked'), 'The receiver answered 500: “database is locked”.'],
  ['its receiver gave no reason', answered(null), 'The receiver answered 500.'],
  ['nobody tried', [], 'The receiver answered 500.'],
  ['its receiver talked long', answered('x'.repeat(500)), `The receiver answered 500: “${'x'.repeat(120)}…”.`],
])('a failed delivery whose answer shows that %s says so in a sentence', (_what, attempts, sentence) => {
  expect(failureSentence({ status: 'failed', error: 'The receiver answered 500.', attempts })).toBe(sentence);
});

it('a delivery that arrived in the end has no sentence of a failure', () => {
  expect(failureSentence({ status: 'delivered', error: null, attempts: answered('busy') })).toBeUndefined();
});
