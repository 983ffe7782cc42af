import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { packageSourceKinds, packageSourceLimits } from '@millrace/contract/lists/package-sources'
import { useTranslation } from 'react-i18next'
import {
  choiceOfDraft,
  type DraftFields,
  flagOfDraft,
  numberOfDraft,
  textOfDraft,
} from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { PackageSourceDraft } from './package-source-draft.ts'

interface Props extends DraftFields<PackageSourceDraft> {
  /** Whether a token is saved. */
  readonly hasToken: boolean
}

/** The fields of a package source. */
export function PackageSourceFields({ hasToken, ...fields }: Props) {
  const { t } = useTranslation()
  const isFolder = fields.draft.kind === 'folder'
  return (
    <>
      <Section title={t('record.details')}>
        <FieldGrid>
          <TextInput
            label={t('packageSources.name')}
            required
            maxLength={limits.name}
            {...textOfDraft(fields, 'name')}
          />
          <TextInput
            label={t('packageSources.description')}
            maxLength={limits.description}
            {...textOfDraft(fields, 'description')}
          />
        </FieldGrid>
      </Section>
      <Section title={t('packageSource.place')} hint={t('packageSource.placeHint')}>
        <FieldGrid>
          <Select
            label={t('packageSources.kind')}
            data={packageSourceKinds.map((value) => ({ value, label: t(`packageSourceKind.${value}`) }))}
            {...choiceOfDraft(fields, 'kind')}
          />
          {isFolder ? (
            <TextInput
              label={t('packageSource.folder')}
              description={t('packageSource.folderHelp')}
              required
              {...plain}
              {...textOfDraft(fields, 'folder')}
            />
          ) : (
            <TextInput
              label={t('packageSource.url')}
              description={t('packageSource.urlHelp')}
              required
              {...plain}
              {...textOfDraft(fields, 'url')}
            />
          )}
        </FieldGrid>
        {isFolder ? null : <OfInstallation {...fields} hasToken={hasToken} />}
      </Section>
      <Section title={t('packageSource.schedule')}>
        <FieldGrid>
          <NumberInput
            label={t('packageSource.everyMinutes')}
            description={t('packageSource.everyMinutesHelp')}
            allowDecimal={false}
            min={5}
            max={43_200}
            {...numberOfDraft(fields, 'everyMinutes')}
          />
        </FieldGrid>
      </Section>
    </>
  )
}

/** These are not corrected as words are. */
const plain = {
  maxLength: packageSourceLimits.line,
  spellCheck: false,
  autoCapitalize: 'none',
  autoComplete: 'off',
} as const

function OfInstallation({ hasToken, ...fields }: Props) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = fields
  return (
    <>
      <FieldGrid>
        <PasswordInput
          label={t(hasToken ? 'packageSource.newToken' : 'packageSource.token')}
          description={t(hasToken ? 'packageSource.newTokenHelp' : 'packageSource.tokenHelp')}
          autoComplete="new-password"
          readOnly={isLocked}
          maxLength={packageSourceLimits.token}
          value={draft.token}
          error={describeFaultOf(error, 'token')}
          onChange={(event) => onChange({ token: event.currentTarget.value })}
        />
        <TextInput
          label={t('packageSource.applications')}
          description={t('packageSource.applicationsHelp')}
          required
          {...plain}
          {...textOfDraft(fields, 'applications')}
        />
      </FieldGrid>
      <Switch label={t('packageSource.withRows')} {...flagOfDraft(fields, 'withRows')} />
    </>
  )
}
