import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { capitalised } from './field-label.ts';
import { eventText } from './match-choices.ts';
import { eventNoun } from './match-words.ts';

interface EventsFieldProps {
  /** The events to choose from. */
  readonly events: readonly string[];
  readonly chosen: readonly string[];
  readonly choose: (events: readonly string[]) => void;
  readonly errorText: string | undefined;
  /** For people: the events are called in words, not by their names in the API. */
  readonly inWords?: boolean;
}

/** What a subscription or a destination asks for. */
export function EventsField({ events, chosen, choose, errorText, inWords = false }: EventsFieldProps) {
  return (
    <FormField label="Events" errorText={errorText}>
      <SpaceBetween size="xs">
        {events.map((event) => (
          <Checkbox
            key={event}
            checked={chosen.includes(event)}
            description={eventText(event)}
            onChange={({ detail }) =>
              choose(detail.checked ? [...chosen, event] : chosen.filter((each) => each !== event))
            }
          >
            {inWords ? capitalised(eventNoun(event)) : event}
          </Checkbox>
        ))}
      </SpaceBetween>
    </FormField>
  );
}
