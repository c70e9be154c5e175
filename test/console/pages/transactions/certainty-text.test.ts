import { expect, it } from '@jest/globals';
import { omittedText, verifiedText } from '../../../../console/pages/transactions/certainty-text.ts';

it('a record says whether the chain or a user alone has stated it', () => {
  expect([true, false].map(verifiedText)).toEqual(['Yes, by the chain', 'No, only a user has stated it']);
});

it('a record says how many entries it leaves out, and nothing when it holds all', () => {
  expect(omittedText(0)).toBeNull();
  expect(omittedText(101)).toMatch(/^101 more are not stored\./);
});
