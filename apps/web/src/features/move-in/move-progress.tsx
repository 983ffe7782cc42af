import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import type { MoveIn } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import classes from './move-in.module.css'

/** The section with the progress of a move. The move continues when the user leaves the page. */
export function MoveProgress({ item: { state, step, done, total } }: { item: MoveIn }) {
  const { t } = useTranslation()
  const title = t(`moveIn.states.${state}`)
  const text =
    step === null
      ? t('moveIn.connecting')
      : total === null
        ? t('moveIn.progress', { step: t(`moveIn.steps.${step}`), done })
        : t('moveIn.progressOf', { step: t(`moveIn.steps.${step}`), done, total })
  return (
    <Section title={title} hint={t('moveIn.progressHint')}>
      <Progress
        value={total === null || total === 0 ? 100 : (100 * done) / total}
        animated={total === null}
        aria-label={title}
      />
      <p className={classes.text} role="status">
        {text}
      </p>
    </Section>
  )
}
