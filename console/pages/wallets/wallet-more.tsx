import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { TagsField } from '../../design/tags-field.tsx';

/** What few wallets have. */
export interface MoreInput {
  readonly tags: readonly string[];
  /** A tag that the user writes at present. */
  readonly tagText: string;
  readonly externalId: string;
  readonly color: string;
}

interface WalletMoreProps {
  readonly input: MoreInput;
  readonly change: (changes: Partial<MoreInput>) => void;
  /** The colour that a new wallet gets without a choice. */
  readonly proposed: string;
  readonly errors: ReadonlyMap<string, string>;
}

const isOfMore = (path: string): boolean => /^(?:tags|externalId|color)\b/.test(path);

/** The fields that a first wallet does not need, behind "More". A message at one of them opens them. */
export function WalletMore({ input, change, proposed, errors }: WalletMoreProps) {
  const [isOpen, setOpen] = useState(input.tags.length > 0 || input.externalId !== '');
  const isOpened = isOpen || [...errors.keys()].some(isOfMore);
  return (
    <ExpandableSection
      headerText="More"
      headerDescription="Tags, an id of yours, and a colour"
      expanded={isOpened}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <SpaceBetween size="m">
        <TagsField
          tags={input.tags}
          change={(tags) => change({ tags })}
          text={input.tagText}
          write={(tagText) => change({ tagText })}
          most={10}
          errors={errors}
        />
        <FormField
          label="External id"
          description="The id of the wallet in a system of yours. No two wallets have the same."
          errorText={errors.get('externalId')}
        >
          <Input value={input.externalId} onChange={({ detail }) => change({ externalId: detail.value })} />
        </FormField>
        <FormField
          label="Colour"
          description="Such as #1a2b3c. Without a choice, a new wallet gets a colour that few wallets have."
          errorText={errors.get('color')}
        >
          <Input
            value={input.color}
            placeholder={proposed || '#1a2b3c'}
            onChange={({ detail }) => change({ color: detail.value })}
          />
        </FormField>
      </SpaceBetween>
    </ExpandableSection>
  );
}
