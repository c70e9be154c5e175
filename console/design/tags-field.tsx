import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import TokenGroup from '@cloudscape-design/components/token-group';
import { foreignText } from './foreign-text.ts';
import { withTags } from './with-tags.ts';

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly change: (tags: readonly string[]) => void;
  /** A tag that the user has not added yet. A form saves it with the others. */
  readonly text: string;
  readonly write: (text: string) => void;
  /** The most tags. */
  readonly most: number;
  /** What the API says of the fields of the form, by their paths. */
  readonly errors: ReadonlyMap<string, string>;
}

/** The paths of the messages about tags. */
export const tagPaths = (errors: ReadonlyMap<string, string>): string[] =>
  [...errors.keys()].filter((path) => path.startsWith('tags'));

/** Where a user writes tags, one after the other. */
export function TagsField({ tags, change, text, write, most, errors }: TagsFieldProps) {
  const add = (given: string) => {
    change(withTags(tags, given));
    write('');
  };
  return (
    <>
      <FormField
        label="Tags"
        errorText={tagPaths(errors)
          .map((path) => errors.get(path) ?? '')
          .join(' ')}
        constraintText={`At most ${most}. Press Enter or a comma after each.`}
        secondaryControl={
          <Button formAction="none" onClick={() => add(text)}>
            Add the tag
          </Button>
        }
      >
        <Input
          value={text}
          onChange={({ detail: { value } }) => (value.endsWith(',') ? add(value) : write(value))}
          onKeyDown={(event) => {
            if (event.detail.key !== 'Enter') return;
            // In a form, Enter would save.
            event.preventDefault();
            add(text);
          }}
        />
      </FormField>
      <TokenGroup
        items={tags.map((each) => {
          const shown = foreignText(each, 64);
          return { label: shown, dismissLabel: `Remove the tag ${shown}` };
        })}
        onDismiss={({ detail }) => change(tags.filter((_, n) => n !== detail.itemIndex))}
      />
    </>
  );
}
