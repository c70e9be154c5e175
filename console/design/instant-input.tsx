import Input from '@cloudscape-design/components/input';
import { instantOf, localMinute } from './local-minute.ts';

interface InstantInputProps {
  /** An instant in UTC, or an empty text. */
  readonly value: string;
  readonly change: (instant: string) => void;
  /** The user left the field or pressed Enter. */
  readonly done?: () => void;
}

/** The browser's own field for a local time, to the minute. The address and the API have the instant in UTC. */
export function InstantInput({ value, change, done }: InstantInputProps) {
  return (
    <Input
      type="text"
      nativeInputAttributes={{ type: 'datetime-local' }}
      value={localMinute(value)}
      onChange={({ detail }) => change(instantOf(detail.value))}
      onBlur={done}
      onKeyDown={({ detail }) => detail.key === 'Enter' && done?.()}
    />
  );
}
