import type { TaskCandidate } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { presentDate } from '../../lib/dates.ts'

/** A note that the chosen user is away, with the name of the substitute. */
export function AwayHint({ chosen }: { chosen: TaskCandidate | null }) {
  const { t } = useTranslation()
  const away = chosen?.away ?? null
  if (chosen === null || away === null) return null
  const until = presentDate(new Date(new Date(away.until).getTime() - 1))
  const title =
    away.substitute === null
      ? t('absences.awayAlone', { until })
      : t('absences.away', { until, name: away.substitute.displayName })
  return (
    <Banner kind="warning" title={title}>
      {away.processes === null ? null : `${t('absences.awayFor', { processes: away.processes.join(', ') })} `}
      {t('absences.awayHint', { name: chosen.name })}
    </Banner>
  )
}
