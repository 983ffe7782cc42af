import { type MailListener, mailEnds } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { ChoiceField } from '../choice-field.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'
import { EverySecondsField, ListenerLine } from './listener-inputs.tsx'

type Text = 'folder' | 'from' | 'subject' | 'doneFolder' | 'failedFolder'
const required: ReadonlySet<Text> = new Set(['folder', 'doneFolder', 'failedFolder'])

/**
 * The fields for the checked folder of a mailbox, for the mails that are processed, and for their handling afterwards.
 */
export function InboxFields({ settings, isLocked, error, onChange }: ListenerFieldsOf<MailListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<MailListener>) => onChange({ ...settings, ...part })
  const textField = (name: Text, label: string, description: string) => (
    <ListenerLine
      {...{ name, label, description, isLocked, error }}
      isRequired={required.has(name)}
      maxLength={255}
      value={settings[name]}
      onValue={(value) => set({ [name]: value })}
    />
  )
  return (
    <Section title={t('externalListeners.inbox')} hint={t('externalListeners.inboxHint')}>
      <FieldGrid>
        {textField('folder', t('externalListeners.mailFolder'), t('externalListeners.mailFolderHelp'))}
        <EverySecondsField
          {...{ isLocked, error }}
          seconds={settings.everySeconds}
          onSeconds={(everySeconds) => set({ everySeconds })}
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
