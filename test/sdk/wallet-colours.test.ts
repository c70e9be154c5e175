import { expect, it } from '@jest/globals';
import { leastUsedColour, WALLET_COLOURS } from '../../sdk/wallet-colours.ts';

/** The angle on the circle of colours: 0 is red, 120 green, 240 blue. */
function hueOf(colour: string): number {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const [red, green, blue] = [part(1), part(3), part(5)];
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((angle * 180) / Math.PI + 360) % 360;
}

it('no wallet gets a red or orange dot by default, which would read as an alarm', () => {
  expect(hueOf('#dc2626')).toBe(0);
  expect(WALLET_COLOURS.filter((colour) => hueOf(colour) < 35 || hueOf(colour) > 325)).toEqual([]);
});

it('new wallets get all colours before a colour comes again, and the colours of other people do not matter', () => {
  const used: string[] = ['#123456'];
  for (const _ of WALLET_COLOURS) used.push(leastUsedColour(used));
  expect(used.slice(1)).toEqual([...WALLET_COLOURS]);
  expect(leastUsedColour([...used, '#2563EB'])).toBe('#16a34a');
});
