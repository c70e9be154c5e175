import { expect, it } from '@jest/globals';
import { deliveryTitle } from '../../../console/design/delivery-words.ts';

it.each([
  ['alert.fired', 'Large payment out', 'Large payment out'],
  ['alert.retracted', 'Large payment out', 'Retraction: Large payment out'],
  ['alert.fired', undefined, 'Alert'],
  ['ping', undefined, 'Test message'],
] as const)('a delivery of %s by the rule %s is called “%s”', (event, rule, title) => {
  expect(deliveryTitle(event, rule)).toBe(title);
});
