import { type FolderListener, folderRules } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { ChoiceField } from '../choice-field.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'
import { EverySecondsField, ListenerLine } from './listener-inputs.tsx'

type Text = 'folder' | 'pattern' | 'doneSuffix' | 'doneFolder' | 'failedFolder'

/** The fields for the watched folder, and the folders for its processed and failed files. */
export function WatchFields({ settings, isLocked, error, onChange }: ListenerFieldsOf<FolderListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<FolderListener>) => onChange({ ...settings, ...part })
  const textField = (name: Text, label: string, description: string, isRequired = false) => (
    <ListenerLine
      {...{ name, label, description, isLocked, error }}
      isRequired={isRequired}
      maxLength={500}
      value={settings[name]}
      onValue={(value) => set({ [name]: value })}
    />
  )
  return (
    <Section title={t('externalListeners.folder')} hint={t('externalListeners.folderHint')}>
      <FieldGrid>
        {textField('folder', t('externalListeners.watched'), t('externalListeners.watchedHelp'))}
        {textField('pattern', t('externalListeners.pattern'), t('externalListeners.patternHelp'))}
        <ChoiceField
          label={t('externalListeners.rule')}
          values={folderRules}
          nameOf={(value) => t(`externalListeners.rules.${value}`)}
          value={settings.rule}
          isLocked={isLocked}
          onValue={(rule) => set({ rule })}
        />
        {settings.rule === 'done-file'
          ? textField('doneSuffix', t('externalListeners.doneSuffix'), t('externalListeners.doneSuffixHelp'), true)
          : null}
        <EverySecondsField
          {...{ isLocked, error }}
          seconds={settings.everySeconds}
          onSeconds={(everySeconds) => set({ everySeconds })}
        />
        {textField('doneFolder', t('externalListeners.doneFolder'), t('externalListeners.foldersHelp'), true)}
        {textField('failedFolder', t('externalListeners.failedFolder'), t('externalListeners.foldersHelp'), true)}
      </FieldGrid>
    </Section>
  )
}
