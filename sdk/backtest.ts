import { figure } from './figures.ts';

const DAY_MS = 86_400_000;

interface Told {
  readonly from: string;
  readonly to: string;
  readonly wouldFire: number;
}

/** `412 alerts in 30 days, about 14 a day` */
export function backtestSentence({ from, to, wouldFire }: Told): string {
  const days = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));
  const alerts = wouldFire === 1 ? '1 alert' : `${figure(String(wouldFire))} alerts`;
  return `${alerts} in ${days === 1 ? 'one day' : `${days} days`}${rate(wouldFire, days)}`;
}

function rate(fired: number, days: number): string {
  if (days === 1) return '';
  if (fired >= days) return `, about ${figure(String(Math.round(fired / days)))} a day`;
  if (fired * 7 >= days) return `, about ${Math.round((fired * 7) / days)} a week`;
  return '';
}
