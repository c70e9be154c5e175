import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type Header, hasRepeatedName } from './webhook-input.ts';

/** The most headers that the API takes. */
const MOST = 10;

interface HeadersFieldProps {
  readonly headers: readonly Header[];
  readonly change: (headers: readonly Header[]) => void;
  /** What the API says of the headers. */
  readonly errorText: string;
}

/** Headers that each attempt sends besides. A value shows masked, and stays while the user leaves it as it shows. */
export function HeadersField({ headers, change, errorText }: HeadersFieldProps) {
  const write = (n: number, part: Partial<Header>) =>
    change(headers.map((header, at) => (at === n ? { ...header, ...part } : header)));
  return (
    <FormField
      label="Headers"
      description="Sent with each request, such as Authorization. The service never shows a whole value again."
      errorText={hasRepeatedName(headers) ? 'A name stands twice.' : errorText}
    >
      <SpaceBetween size="xs">
        {headers.map(({ name, value }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the user writes the name, so a row has only its place
          <div key={n} className="header-row">
            <Input
              ariaLabel={`Name of header ${n + 1}`}
              value={name}
              placeholder="Authorization"
              autoComplete={false}
              spellcheck={false}
              onChange={({ detail }) => write(n, { name: detail.value })}
            />
            <Input
              ariaLabel={`Value of header ${n + 1}`}
              value={value}
              placeholder="Bearer …"
              autoComplete={false}
              spellcheck={false}
              onChange={({ detail }) => write(n, { value: detail.value })}
            />
            <Button
              variant="icon"
              iconName="remove"
              formAction="none"
              ariaLabel={`Remove header ${n + 1}`}
              onClick={() => change(headers.filter((_, at) => at !== n))}
            />
          </div>
        ))}
        <Button
          formAction="none"
          disabled={headers.length >= MOST}
          disabledReason={`At most ${MOST} headers.`}
          onClick={() => change([...headers, { name: '', value: '' }])}
        >
          Add a header
        </Button>
      </SpaceBetween>
    </FormField>
  );
}
