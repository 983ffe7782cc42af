import { NumberInput, TextInput } from '@mantine/core'
import { listenerLimits, type MailListener, mailEnds } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { ChoiceField } from '../choice-field.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'

type Text = 'folder' | 'from' | 'subject' | 'doneFolder' | 'failedFolder'
const required: ReadonlySet<Text> = new Set(['folder', 'doneFolder', 'failedFolder'])

/**
 * The fields for the checked folder of a mailbox, for the mails that are processed, and for their handling afterwards.
 */
export function InboxFields({ settings, isLocked, error, onChange }: ListenerFieldsOf<MailListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<MailListener>) => onChange({ ...settings, ...part })
  const textField = (name: Text, label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      required={required.has(name)}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={255}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Section title={t('externalListeners.inbox')} hint={t('externalListeners.inboxHint')}>
      <FieldGrid>
        {textField('folder', t('externalListeners.mailFolder'), t('externalListeners.mailFolderHelp'))}
        <NumberInput
          label={t('externalListeners.everySeconds')}
          required
          readOnly={isLocked}
          min={listenerLimits.shortestLook}
          max={listenerLimits.longestLook}
          allowDecimal={false}
          value={settings.everySeconds}
          error={describeFaultOf(error, 'settings.everySeconds')}
          onChange={(value) => set({ everySeconds: Number(value) })}
        />
        {textField('from', t('externalListeners.from'), t('externalListeners.fromHelp'))}
        {textField('subject', t('externalListeners.subject'), t('externalListeners.subjectHelp'))}
        <ChoiceField
          label={t('externalListeners.end')}
          description={settings.end === 'mark' ? t('externalListeners.markHelp') : undefined}
          values={mailEnds}
          nameOf={(value) => t(`externalListeners.ends.${value}`)}
          value={settings.end}
          isLocked={isLocked}
          onValue={(end) => set({ end })}
        />
        {settings.end === 'move' ? (
          <>
            {textField('doneFolder', t('externalListeners.mailDoneFolder'), t('externalListeners.mailFoldersHelp'))}
            {textField('failedFolder', t('externalListeners.mailFailedFolder'), t('externalListeners.mailFoldersHelp'))}
          </>
        ) : null}
      </FieldGrid>
    </Section>
  )
}
