import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { api, type MoveIn, moveInEncryptions, moveInLimits, moveInVendors } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateInput } from '../../components/day-input/date-input.tsx'
import { choiceOfDraft, type DraftFields, numberOfDraft, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { emptySource, isComplete, ports, type SourceDraft, writeSource } from './source-draft.ts'

interface Props {
  /** Whether there was a source before. */
  readonly isAnother: boolean
  readonly onDone: (item: MoveIn) => void
}

/** These are not corrected as words are. */
const plain = {
  maxLength: moveInLimits.line,
  spellCheck: false,
  autoCapitalize: 'none',
  autoComplete: 'off',
} as const

/** The address of a source, which is checked by a dry run. */
export function ConnectSource({ isAnother, onDone }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(emptySource)
  const connect = useMutation({
    mutationFn: () => call(api.moveIns.connect, { body: writeSource(draft) }),
    onSuccess: (item) => {
      setDraft(emptySource)
      onDone(item)
    },
  })
  const fields: DraftFields<SourceDraft> = {
    draft,
    isLocked: connect.isPending,
    error: connect.error,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
  }
  return (
    <Section title={t(isAnother ? 'moveIn.connectAnother' : 'moveIn.source')} hint={t('moveIn.sourceHint')}>
      {connect.isError ? <ErrorBanner title={t('moveIn.connectFailed')} error={connect.error} /> : null}
      <FieldGrid>
        <Select
          label={t('moveIn.vendor')}
          data={moveInVendors.map((value) => ({ value, label: t(`moveIn.vendors.${value}`) }))}
          {...choiceOfDraft(fields, 'vendor')}
          onChange={(value) => {
            const vendor = moveInVendors.find((one) => one === value) ?? 'postgresql'
            fields.onChange({ vendor, ...(draft.port === ports[draft.vendor] && { port: ports[vendor] }) })
          }}
        />
        <Select
          label={t('moveIn.encryption')}
          data={moveInEncryptions.map((value) => ({ value, label: t(`moveIn.encryptions.${value}`) }))}
          {...choiceOfDraft(fields, 'encryption')}
        />
        <TextInput
          label={t('moveIn.host')}
          description={t('moveIn.hostHelp')}
          required
          {...plain}
          {...textOfDraft(fields, 'host')}
        />
        <NumberInput
          label={t('moveIn.port')}
          required
          allowDecimal={false}
          min={1}
          max={65_535}
          {...numberOfDraft(fields, 'port')}
        />
        <TextInput label={t('moveIn.database')} required {...plain} {...textOfDraft(fields, 'database')} />
        <TextInput
          label={t('moveIn.schema')}
          description={t('moveIn.schemaHelp')}
          {...plain}
          {...textOfDraft(fields, 'schema')}
        />
        <TextInput label={t('moveIn.username')} required {...plain} {...textOfDraft(fields, 'username')} />
        <PasswordInput
          label={t('moveIn.password')}
          description={t('moveIn.passwordHelp')}
          autoComplete="new-password"
          readOnly={connect.isPending}
          maxLength={moveInLimits.line}
          value={draft.password}
          onChange={(event) => fields.onChange({ password: event.currentTarget.value })}
        />
        <TextInput
          label={t('moveIn.timeZone')}
          description={t('moveIn.timeZoneHelp')}
          required
          {...plain}
          {...textOfDraft(fields, 'timeZone')}
        />
        <TextInput
          label={t('moveIn.definitions')}
          description={t('moveIn.definitionsHelp')}
          {...plain}
          maxLength={20_000}
          {...textOfDraft(fields, 'definitions')}
        />
        <DateInput
          label={t('moveIn.since')}
          description={t('moveIn.sinceHelp')}
          precision="day"
          readOnly={connect.isPending}
          value={draft.since}
          error={describeFaultOf(connect.error, 'since')}
          onChange={(since) => fields.onChange({ since })}
        />
      </FieldGrid>
      <div>
        <Button
          variant={isAnother ? 'default' : 'filled'}
          disabled={!isComplete(draft)}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {t('moveIn.connect')}
        </Button>
      </div>
    </Section>
  )
}
