import type { components } from '../../sdk/index.ts';
import { counted } from './counted.ts';

type Lag = components['schemas']['Coverage']['lag'];

const UNITS = [
  { name: 'year', seconds: 365 * 24 * 3600 },
  { name: 'day', seconds: 24 * 3600 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** Seconds as people say them, in the largest unit that fits, such as "3 hours". */
export function durationText(seconds: number): string {
  const unit = UNITS.find((each) => seconds >= each.seconds) ?? { name: 'second', seconds: 1 };
  return counted(Math.floor(seconds / unit.seconds), unit.name);
}

/** How far a chain is behind, such as "2 blocks, 24 seconds"; a dash while nobody watches the chain. */
export function lagText(lag: Lag): string {
  if (lag === null) return '–';
  const { blocks, seconds } = lag;
  if (blocks === 0 && (seconds === null || seconds === 0)) return 'None';
  return seconds === null ? counted(blocks, 'block') : `${counted(blocks, 'block')}, ${durationText(seconds)}`;
}
