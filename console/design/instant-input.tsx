import Input from '@cloudscape-design/components/input';

interface InstantInputProps {
  /** An instant in UTC, or an empty text. */
  readonly value: string;
  readonly change: (instant: string) => void;
}

/** The browser's own field for a local time, to the minute. The address and the API have the instant in UTC. */
export function InstantInput({ value, change }: InstantInputProps) {
  return (
    <Input
      type="text"
      nativeInputAttributes={{ type: 'datetime-local' }}
      value={localMinute(value)}
      onChange={({ detail }) => change(detail.value === '' ? '' : new Date(detail.value).toISOString())}
    />
  );
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** The instant in the form of the browser's field: local time, to the minute. */
function localMinute(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
