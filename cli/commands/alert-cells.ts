import { exactFigure, figure, levelUnit } from '../../sdk/index.ts';
import type { AlertEvent } from '../base/api-values.ts';
import { shortText } from '../output/plain-text.ts';
import type { Cell } from '../output/text-table.ts';

/** The wallet of an alert. Alerts without a transaction of earlier versions of the service know its id alone. */
export const walletOfAlert = ({ wallet, walletId }: AlertEvent): string => wallet?.label ?? walletId;

/** What a rule about a state of the wallet has measured, as `amountCell`. Strangers choose the symbol of a token. */
export function levelCell(event: AlertEvent): Cell {
  const level = event.subject?.level ?? null;
  return level === null ? null : { whole: `${level}${unitOf(event)}`, short: `${figure(level)}${unitOf(event)}` };
}

/** The same with groups and all digits, as the amounts of one alert. */
export function levelText(event: AlertEvent): string | null {
  const level = event.subject?.level ?? null;
  return level === null ? null : `${exactFigure(level)}${unitOf(event)}`;
}

function unitOf(event: AlertEvent): string {
  const unit = levelUnit(event);
  return unit === null ? '' : ` ${shortText(unit, 16)}`;
}

/** The asset that such a rule judges: its symbol, and the address of a token. */
export function judgedAsset({ subject }: AlertEvent): string | null {
  if (subject === null || subject.asset === null) return null;
  const { asset, symbol } = subject;
  const name = symbol === null ? null : shortText(symbol, 16);
  if (asset === 'native') return name ?? 'native coin';
  return name === null ? asset : `${name} (${asset})`;
}
