import { Button, NativeSelect } from '@mantine/core'
import type { DefinitionDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { useSearchState } from '../../../lib/use-search-state.ts'
import classes from '../definitions.module.css'
import { SimulationForm } from './simulation-form.tsx'
import { SimulationList } from './simulation-list.tsx'
import { basisQuery } from './simulation-queries.ts'
import { SimulationView } from './simulation-view.tsx'

const periods = ['30', '90', '180', '365'] as const

/** Simulations of a process: a form for a change, earlier simulations, and the results of one. */
export default function SimulationPart({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [{ simulation: open }, change] = useSearchState()
  return (
    <section className={classes.part} aria-label={t('simulation.tab')}>
      {open === undefined ? (
        <NewSimulation definition={definition} onStarted={(id) => change({ simulation: id })} />
      ) : (
        <>
          <div className={classes.simulationTools}>
            <Button size="xs" onClick={() => change({ simulation: undefined })}>
              {t('simulation.new')}
            </Button>
          </div>
          <SimulationView key={open} id={open} onDeleted={() => change({ simulation: undefined })} />
        </>
      )}
      <SimulationList definitionId={definition.id} open={open} onOpen={(id) => change({ simulation: id })} />
    </section>
  )
}

interface NewProps {
  readonly definition: DefinitionDetail
  readonly onStarted: (id: string) => void
}

function NewSimulation({ definition, onStarted }: NewProps) {
  const { t } = useTranslation()
  const [search, change] = useSearchState()
  const period = periods.find((one) => one === search.days) ?? '180'
  const query = useQuery(basisQuery(definition.id, Number(period)))
  const { data } = query
  return (
    <>
      <p className={classes.simulationText}>{t('simulation.intro')}</p>
      <div className={classes.simulationTools}>
        <NativeSelect
          size="xs"
          aria-label={t('simulation.history')}
          value={period}
          onChange={(event) => change({ days: event.currentTarget.value }, { replace: true })}
          data={periods.map((value) => ({ value, label: t(`simulation.historyDays.${value}`) }))}
        />
      </div>
      <QueryFailure query={query} title={t('simulation.basisFailed')} isRegion />
      {data === undefined ? (
        query.isError ? null : (
          <div className={classes.simulationPending}>
            <SkeletonRows count={6} height={34} />
          </div>
        )
      ) : data.measured === 0 ? (
        <Banner kind="info" title={t('simulation.noneTitle')}>
          {t(definition.historyLevel === 'none' ? 'simulation.noHistoryLevel' : 'simulation.noneText')}
        </Banner>
      ) : (
        <SimulationForm
          key={`${definition.id} ${period}`}
          definition={definition}
          basis={data}
          days={Number(period)}
          onStarted={onStarted}
        />
      )}
    </>
  )
}
