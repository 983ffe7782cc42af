import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import type { UserImport } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import classes from './user-import.module.css'

/** The progress of an import. The import continues when the user leaves the page. */
export function ImportProgress({ item: { state, doneRows, rows, fileName, counts } }: { item: UserImport }) {
  const { t } = useTranslation()
  const title = t(state === 'checking' ? 'userImport.checking' : 'userImport.importing')
  return (
    <Section title={title} hint={t('userImport.progressHint')}>
      <Progress value={rows === 0 ? 0 : (100 * doneRows) / rows} aria-label={title} />
      <p className={classes.text} role="status">
        {t('userImport.progress', { done: doneRows, rows, file: fileName })}
      </p>
      <p className={classes.text}>{t('userImport.counts', counts)}</p>
    </Section>
  )
}
