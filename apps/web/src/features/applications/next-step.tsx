import type { Application } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Section } from '../../components/section/section.tsx'
import { designPaths } from '../../config/design-paths.ts'
import classes from './applications.module.css'
import { useMayAdd } from './use-may-add.ts'

/** The first steps in an application without processes, forms and decisions. */
export function NextStep({ application }: { application: Application }) {
  const { t } = useTranslation()
  const mayAdd = useMayAdd(application)
  const { id, processes, forms, decisions } = application
  if (!mayAdd || processes + forms + decisions > 0) return null
  return (
    <Section title={t('applications.nextStep')} hint={t('applications.nextStepHint')}>
      <div className={classes.next}>
        <LinkButton variant="filled" to={designPaths.newAppProcess(id)}>
          {t('applications.addProcess')}
        </LinkButton>
        <LinkButton to={designPaths.newForm(id)}>{t('applications.addForm')}</LinkButton>
        <LinkButton to={designPaths.newAppDecision(id)}>{t('applications.addDecision')}</LinkButton>
      </div>
    </Section>
  )
}
