// Its refusals are among the texts of pages.
import '../../../lib/page-texts.ts'
import '../../../lib/second-factor-texts.ts'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../../components/bare-page/bare-page.tsx'
import type { HalfWay } from './half-way.ts'
import { ProveStep } from './prove-step.tsx'
import { SetUpStep } from './set-up-step.tsx'

export interface SecondStepProps {
  readonly halfWay: HalfWay
  /** Back to the password. */
  readonly onBack: () => void
}

/** The second step of a sign-in. */
export function SecondStep({ halfWay: { purpose, workplace }, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  if (purpose === 'set-up')
    return (
      <BarePage title={t('secondFactor.setUpTitle')} text={t('secondFactor.setUpText')}>
        <SetUpStep workplace={workplace} onBack={onBack} />
      </BarePage>
    )
  return (
    <BarePage title={t('secondFactor.stepTitle')} foot={t('secondFactor.lost')}>
      <ProveStep workplace={workplace} onBack={onBack} />
    </BarePage>
  )
}
